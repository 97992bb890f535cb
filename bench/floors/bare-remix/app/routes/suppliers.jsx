import { Link, useLoaderData } from "@remix-run/react";
import { pageOf } from "../rows.server";

export const meta = () => [{ title: "Suppliers" }];

export const loader = ({ request }) => pageOf(Number(new URL(request.url).searchParams.get("page") ?? 1));

export default function Suppliers() {
  const { page, rows } = useLoaderData();
  return (
    <>
      <h1>Suppliers</h1>
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>City</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.name}</td>
              <td>{row.city}</td>
              <td>{row.state}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Link to={`?page=${page + 1}`}>Next</Link>
    </>
  );
}
