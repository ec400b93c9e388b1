//! Prompts for users to pick: each leads a model to the right tool.

use rmcp::ErrorData;
use rmcp::model::{GetPromptRequestParams, GetPromptResult, Prompt, PromptArgument, PromptMessage, Role};

/// A prompt: its name, its purpose, and its text, in which `{command}` stands for the user's input.
struct Template {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    text: &'static str,
}

const TEMPLATES: [Template; 3] = [
    Template {
        name: "fix-command",
        title: "Fix this command",
        about: "Makes a failing command pass, and reports what was changed and why.",
        text: "The command `{command}` fails. Call unbreak's tool `run` with it. If it passes afterwards, tell \
               me for each fix what was changed, why it is right, and what would have shown it wrong. If it \
               still fails, tell me what is left, and propose an edit for it yourself, then call `run` again.",
    },
    Template {
        name: "why-flaky",
        title: "Why is this test flaky",
        about: "Measures how often a command fails, and what that depends on.",
        text: "The command `{command}` fails only sometimes. Call unbreak's tool `flake_check` with it to see \
               how often, which tests, and what that depends on. Then call `run_with_tracing` for the frames \
               and locals of a failure, tell me the likeliest cause, and say what would prove it.",
    },
    Template {
        name: "which-commit",
        title: "Which commit broke it",
        about: "Finds the commit that broke a command, and the part of it that did.",
        text: "The command `{command}` used to pass. Call unbreak's tool `git_bisect` with it to find the \
               commit that broke it, then `isolate_change` for the part of that commit that did. Tell me the \
               commit, the lines, and why they break it.",
    },
];

/// All prompts.
pub(super) fn list() -> Vec<Prompt> {
    let argument = || {
        PromptArgument::new("command")
            .with_description("the command, as one would type it")
            .with_required(true)
    };
    TEMPLATES
        .iter()
        .map(|prompt| {
            Prompt::new(prompt.name, Some(prompt.about), Some(vec![argument()])).with_title(prompt.title)
        })
        .collect()
}

/// A prompt with its argument filled in.
///
/// # Errors
/// If there is no such prompt, or the argument is missing.
pub(super) fn get(request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let Some(prompt) = TEMPLATES.iter().find(|prompt| prompt.name == request.name) else {
        let known = TEMPLATES.map(|prompt| prompt.name).join(", ");
        let message = format!("there is no prompt '{}'; the prompts are {known}", request.name);
        return Err(ErrorData::invalid_params(message, None));
    };
    let arguments = request.arguments.as_ref();
    let command = arguments.and_then(|arguments| arguments.get("command")?.as_str());
    let Some(command) = command.filter(|command| !command.trim().is_empty()) else {
        let message = format!(
            "the argument 'command' of the prompt '{}' is missing",
            prompt.name
        );
        return Err(ErrorData::invalid_params(message, None));
    };
    let text = prompt.text.replace("{command}", command);
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.about))
}
