//! Plug-ins as entries of the description.

use std::sync::Arc;

use unbreak_core::{DebugTool, ErrorParser, FixStrategy};
use unbreak_plugin_abi::messages::{ParserInfo, StrategyInfo, ToolInfo};

pub(super) fn parser(parser: &Arc<dyn ErrorParser>) -> ParserInfo {
    ParserInfo {
        descriptor: parser.descriptor().clone(),
        triggers: parser.triggers().iter().map(ToString::to_string).collect(),
        priority: parser.priority(),
        claims: parser.claims(),
        options_schema: parser.options_schema(),
    }
}

pub(super) fn strategy(strategy: &Arc<dyn FixStrategy>) -> StrategyInfo {
    StrategyInfo {
        descriptor: strategy.descriptor().clone(),
        rules: strategy.rules(),
        last_resort: strategy.is_last_resort(),
        needs_model: strategy.needs_model(),
        options_schema: strategy.options_schema(),
    }
}

pub(super) fn tool(tool: &Arc<dyn DebugTool>) -> ToolInfo {
    ToolInfo {
        descriptor: tool.descriptor().clone(),
        input_schema: tool.input_schema(),
        output_schema: tool.output_schema(),
        options_schema: tool.options_schema(),
    }
}
