// The client of `snag lsp`. All that is known is the server's; what it cannot ask for, a reason, is asked for here.
import * as vscode from "vscode";
import { ExecuteCommandSignature, LanguageClient } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** A verdict comes with its reason: the third argument of `snag.triage`. Nothing is said if the question is left. */
async function execute(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
	if (command === "snag.triage" && args.length === 2) {
		const note = await vscode.window.showInputBox({ prompt: `Why is this finding ${String(args[1])}?` });
		if (note === undefined) {
			return undefined;
		}
		args = [...args, note];
	}
	return next(command, args);
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
	const settings = vscode.workspace.getConfiguration("snag");
	const command = settings.get<string>("path", "snag");
	const args = ["lsp", ...settings.get<string[]>("arguments", [])];

	client = new LanguageClient(
		"snag",
		"snag",
		{ command, args },
		{ documentSelector: [{ scheme: "file", language: "c" }], middleware: { executeCommand: execute } },
	);
	context.subscriptions.push(
		vscode.commands.registerCommand("snag.checkNow", () => vscode.commands.executeCommand("snag.check")),
	);
	await client.start();
}

export async function deactivate(): Promise<void> {
	await client?.stop();
}
