// What went wrong, a line each.
export function Faults({ faults }: { faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <div className="fault" role="alert">
      {faults.map((fault) => (
        <p key={fault}>{fault}</p>
      ))}
    </div>
  );
}
