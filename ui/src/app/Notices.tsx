// Urgent notices, such as a full disk: above every screen until resolved.

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
