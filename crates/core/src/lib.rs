//! The vocabulary that all parts of unbreak share, the three plug-in traits, the registry that collects their
//! implementations, and the policy of the repair loop as pure functions.
//!
//! Data flows one way: a command's output becomes [`Diagnostic`]s, those become [`Analysis`]es,
//! those become [`Fix`]es, which the host applies and verifies.
//!
//! **Architecture Invariant:** this crate runs no process, opens no file and knows no tool by name. A plug-in
//! receives everything it needs from the outside as a [`capability`].

pub mod analysis;
pub mod briefing;
pub mod capability;
pub mod confinement;
pub mod diagnosis;
pub mod diagnostic;
pub mod encoding;
pub mod event;
pub mod evidence;
pub mod fact;
pub mod fix;
pub mod line_map;
pub mod memory;
pub mod merge;
pub mod model;
pub mod model_analysis;
pub mod options;
pub mod outline;
pub mod parser;
pub mod path;
pub mod pattern;
pub mod plain_data;
pub mod plugin;
pub mod policy;
pub mod redact;
pub mod registry;
pub mod report;
pub mod rule;
pub mod selection;
pub mod session;
pub mod signature;
pub mod strategy;
pub mod template;
pub mod tool;
pub mod tool_facts;

pub use analysis::{Analysis, Candidate};
pub use briefing::{Briefer, Briefing, BriefingPiece, Excerpt};
pub use capability::{
    Command, Completed, Conversation, ExitState, Listener, Machine, Memory, Progress, Reader, Runner,
    Workspace,
};
pub use confinement::{Barrier, Confinement, SandboxMode};
pub use diagnosis::{Diagnosis, DiagnosisKind, Remedy, Sighting};
pub use diagnostic::{
    Applicability, Diagnostic, ErrorType, Frame, Location, Note, OutputRange, Severity, SuggestedEdit,
    Suggestion,
};
pub use event::{Event, EventKind, ModelCall};
pub use evidence::{DeterminedBy, Evidence, TestedBy};
pub use fact::{Fact, NameUse, OwnerKind, UnusedKind, ValueRole};
pub use fix::{Confidence, Edit, FileOp, Fix, FixError, SafetyClass};
pub use line_map::LineMap;
pub use memory::{Flake, LearnedPattern, Similar, Symptoms};
pub use model::{Completion, Model, ModelError, ModelErrorKind, ModelLimits, Prompt};
pub use model_analysis::ModelAnalysis;
pub use options::{Options, OptionsError};
pub use parser::{Claims, Document, ErrorParser, Line, ParserState, Problem, Sink, Step};
pub use path::{PathError, RelPath};
pub use plugin::{Descriptor, Example, Stability};
pub use registry::{Origin, Registry, RegistryBuilder, RegistryError};
pub use report::{KeptFix, ModelUse, Outcome, RefusedFix, Report};
pub use rule::{RuleDescription, RuleExample, RuleId, Switches};
pub use selection::TestSelection;
pub use signature::{Fingerprint, Signature};
pub use strategy::{Attempts, FixContext, FixStrategy, Models, StrategyError, TriedFix};
pub use template::Template;
pub use tool::{DebugTool, ToolContext, ToolError};

/// Re-exported for the registration macros; not part of the public interface.
#[doc(hidden)]
pub use inventory;
