"""Uses the server with the official Python client: lists the tools, repairs a project with progress shown,
asks for what was refused, and cancels a call in the middle. Prints what it saw as one JSON object."""

import asyncio
import json
import sys

import anyio
from mcp import Client, StdioServerParameters
from mcp_types import ElicitResult


async def main(mode, command, server):
    seen = {"progress": [], "questions": []}

    async def progress(done, total, message):
        seen["progress"].append([done, message])

    async def elicit(context, params):
        seen["questions"].append(params.message)
        return ElicitResult(action="accept", content={"approve": True})

    async with Client(server, mode=mode, elicitation_callback=elicit) as client:
        tools = await client.list_tools()
        seen["tools"] = [tool.name for tool in tools.tools]
        result = await client.call_tool("run", {"command": command}, progress_callback=progress)
        seen["text"] = result.content[0].text
        seen["run"] = result.structured_content
        seen["resource"] = None
        for block in result.content[1:]:
            read = await client.read_resource(block.uri)
            seen["resource"] = json.loads(read.contents[0].text)
        slow = {"command": ["sh", "-c", "echo $$ > pid; sleep 600"]}
        with anyio.move_on_after(2):
            await client.call_tool("run", slow, progress_callback=progress)
            seen["cancelled"] = False
        seen.setdefault("cancelled", True)
        # The cancelled run lets go of the workspace.
        for _ in range(100):
            after = await client.call_tool("run", {"command": ["true"]})
            seen["after"] = after.structured_content
            if not after.is_error:
                break
            await anyio.sleep(0.1)
        history = await client.call_tool("history", {})
        seen["history"] = history.structured_content["result"]["runs"]
    return seen


mode, command, *server = sys.argv[1:]
if server[0].startswith("http"):
    server = server[0]
else:
    server = StdioServerParameters(command=server[0], args=server[1:], env=None)
import os

if not isinstance(server, str):
    server.env = dict(os.environ)
print(json.dumps(asyncio.run(main(mode, json.loads(command), server))))
