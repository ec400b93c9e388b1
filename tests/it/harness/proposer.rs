//! A strategy that proposes one change, whatever the failure: what plug-ins may come up with.

use async_trait::async_trait;
use unbreak_core::policy::guard::Rule;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, Descriptor, Diagnostic, Edit, FileOp, Fix, FixContext,
    FixStrategy, Registry, RelPath, Report, StrategyError,
};
use unbreak_host::{Agent, CancelToken, RunOptions, Silent};

use super::Site;
use super::process::path_with_tools;

const CREATED: &str = "escaped\n";

/// A change to a project.
#[derive(Clone, Copy)]
pub(crate) enum Change {
    /// Replaces the first occurrence of a text.
    Replace {
        file: &'static str,
        from: &'static str,
        to: &'static str,
    },
    /// Writes a new file.
    Create { file: &'static str },
    /// Deletes a file.
    Delete { file: &'static str },
}

impl Change {
    /// Makes the change in the workspace.
    pub(crate) fn make(self, site: &Site) {
        match self {
            Self::Replace { file, from, to } => site.write(file, &site.read(file).replacen(from, to, 1)),
            Self::Create { file } => site.write(file, CREATED),
            Self::Delete { file } => std::fs::remove_file(site.root().join(file)).unwrap(),
        }
    }

    /// The change as a fix, unless it is made already.
    fn fix(self, context: &FixContext<'_>) -> Result<Option<Fix>, StrategyError> {
        let mut fix = Fix::new("one_change", "make the change", Confidence::new(0.99));
        let (Self::Replace { file, .. } | Self::Create { file } | Self::Delete { file }) = self;
        let Ok(file) = RelPath::new(file) else {
            return Ok(None);
        };
        match self {
            Self::Replace { from, to, .. } => {
                let source = context.workspace.read_text(&file)?;
                let Some(at) = source.find(from) else {
                    return Ok(None);
                };
                fix.edits
                    .push(Edit::replace(&file, &source, at..at + from.len(), to)?);
            }
            Self::Create { .. } => fix.files.push(FileOp::Create {
                file,
                content: CREATED.to_owned(),
            }),
            Self::Delete { .. } => fix.files.push(FileOp::Delete { file }),
        }
        Ok(Some(fix))
    }
}

struct OneChange {
    descriptor: Descriptor,
    change: Change,
}

#[async_trait]
impl FixStrategy for OneChange {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn assess(&self, _: &Diagnostic) -> Option<Candidate> {
        Some(Candidate {
            strategy: self.descriptor.id.to_string(),
            action: "change".to_owned(),
            description: "make the change".to_owned(),
            confidence: Confidence::new(0.99),
        })
    }

    async fn propose(&self, _: &Analysis, context: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        Ok(self.change.fix(context)?.into_iter().collect())
    }
}

/// Repairs in-process, with the change as the only proposal and these rules switched off.
pub(crate) fn repair_with(
    site: &Site,
    change: Change,
    check: &[&str],
    allow: impl IntoIterator<Item = Rule>,
) -> Report {
    let strategy = OneChange {
        descriptor: Descriptor::new("one_change", "1.0.0", "makes one change"),
        change,
    };
    let mut builder = Agent::builder()
        .directory(site.root())
        .state_directory(site.beside("state"));
    let linked = Registry::builder().with_linked().build().unwrap();
    for other in linked.strategies() {
        builder = builder.disable(other.descriptor().id.clone());
    }
    let agent = builder.with_linked().strategy(strategy).build().unwrap();
    let mut command = Command::new(check[0], check[1..].iter().copied());
    command
        .env
        .insert("PATH".to_owned(), path_with_tools().into_string().unwrap());
    let mut options = RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    };
    options
        .allow
        .extend(allow.into_iter().map(|rule| rule.name().to_owned()));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime
        .block_on(agent.run(&command, &options, &mut Silent, &CancelToken::default()))
        .unwrap()
}
