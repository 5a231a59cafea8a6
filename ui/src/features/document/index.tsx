// The document (built in the next step).
export function Document({ id }: { id: string; at?: { form: string; path: string } }) {
  return <p>{id}</p>;
}
