// What the person should know before anything else, such as a full disk: above every screen until it is put right.

export function Notices({ notices }: { notices: string[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="notices" aria-label="Notices">
      {notices.map((notice) => (
        <li key={notice} className="note readable">
          {notice}
        </li>
      ))}
    </ul>
  );
}
