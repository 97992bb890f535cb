/** Why a row of an import is refused. */
export function Reasons({ problems }: { problems: readonly string[] }) {
  return (
    <div className="text-danger">
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
    </div>
  );
}
