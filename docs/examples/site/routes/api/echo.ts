/** `POST /api/echo`: gives back the JSON it was sent. */
export async function POST(request: Request): Promise<Response> {
  try {
    return Response.json({ ok: true, echo: await request.json() });
  } catch {
    return Response.json({ ok: false, error: 'invalid_json' }, { status: 400 });
  }
}
