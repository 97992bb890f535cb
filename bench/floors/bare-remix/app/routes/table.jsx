import { Link, useLoaderData } from "@remix-run/react";
import { pageOf } from "../rows.server";

export const meta = ({ data }) => [{ title: data?.title }];

export function loader({ request, params }) {
  const page = pageOf(params.table, Number(new URL(request.url).searchParams.get("page") ?? 1));
  if (!page) throw new Response(null, { status: 404 });
  return page;
}

export default function Table() {
  const { title, headings, rows, next } = useLoaderData();
  return (
    <>
      <h1>{title}</h1>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading}>{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {headings.map((heading, column) => (
                <td key={heading}>{cells[column]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {next && <Link to={`?page=${next}`}>Next</Link>}
    </>
  );
}
