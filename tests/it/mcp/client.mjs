// Uses the server with the official TypeScript client: lists the tools, repairs a project with progress
// shown, and cancels a call in the middle. Prints what it saw as one JSON object.
// Arguments: the directory of modules, the command as JSON, and the server's URL or its command.

const [modules, command, ...server] = process.argv.slice(2);
const sdk = (name) => import(`file://${modules}/@modelcontextprotocol/sdk/dist/esm/${name}.js`);
const { Client } = await sdk("client/index");
const { StdioClientTransport } = await sdk("client/stdio");
const { StreamableHTTPClientTransport } = await sdk("client/streamableHttp");
const { ElicitRequestSchema } = await sdk("types");

const transport = server[0].startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(server[0]))
  : new StdioClientTransport({ command: server[0], args: server.slice(1), env: process.env });
const seen = { progress: [], questions: [] };
const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, (request) => {
  seen.questions.push(request.params.message);
  return { action: "accept", content: { approve: true } };
});
await client.connect(transport);
const onprogress = (told) => seen.progress.push([told.progress, told.message]);
seen.tools = (await client.listTools()).tools.map((tool) => tool.name);
const result = await client.callTool({ name: "run", arguments: { command: JSON.parse(command) } }, undefined, {
  onprogress,
  timeout: 300_000,
});
seen.text = result.content[0].text;
seen.run = result.structuredContent;
seen.resource = null;
for (const block of result.content.slice(1)) {
  const read = await client.readResource({ uri: block.uri });
  seen.resource = JSON.parse(read.contents[0].text);
}
const slow = { command: ["sh", "-c", "echo $$ > pid; sleep 600"] };
const stop = new AbortController();
setTimeout(() => stop.abort(), 2000);
seen.cancelled = await client
  .callTool({ name: "run", arguments: slow }, undefined, { signal: stop.signal, onprogress })
  .then(() => false, () => true);
// The cancelled run lets go of the workspace.
for (let attempt = 0; attempt < 100; attempt += 1) {
  const after = await client.callTool({ name: "run", arguments: { command: ["true"] } });
  seen.after = after.structuredContent;
  if (!after.isError) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const history = await client.callTool({ name: "history", arguments: {} });
seen.history = history.structuredContent.result.runs;
await client.close();
console.log(JSON.stringify(seen));
