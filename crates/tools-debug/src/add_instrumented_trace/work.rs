//! Turns a request into hits.

use std::fs;
use std::path::{Path, PathBuf};

use unbreak_core::{Command, Completed, Runner, ToolContext, ToolError};

use super::edit;
use super::input::{How, Input, LIMIT, Output, Placed, Run};
use super::probe::{self, Probe, Wanted};
use super::proof;
use super::shelf::{Kept, Shelf};
use super::watch::{self, Watch, Watched};
use crate::failure;
use crate::subject;
use crate::tail::tail;

/// Places probes, runs the command with them if there is one, and keeps them.
///
/// # Errors
/// When a probe has no place, or the command could not be run.
pub(super) async fn instrument(
    input: &Input,
    shelf: &Shelf<'_>,
    context: &ToolContext<'_>,
) -> Result<Output, ToolError> {
    let kept = match &input.handle {
        Some(handle) => complete(shelf.get(handle)?)?,
        None => Kept {
            handle: Shelf::fresh(),
            workspace: context.workspace.root().to_owned(),
            probes: relative(&input.probes, context),
            edited: false,
        },
    };
    let task = Task {
        input,
        shelf,
        context,
        probes: numbered(&kept),
        kept,
    };
    let output = task.run().await?;
    if input.once
        && let Some(handle) = &output.handle
    {
        shelf.remove(handle)?;
        return Ok(Output {
            handle: None,
            tree: None,
            ..output
        });
    }
    Ok(output)
}

/// Probes whose text is stored unchanged.
///
/// # Errors
/// When one held a secret.
fn complete(kept: Kept) -> Result<Kept, ToolError> {
    match kept.is_redacted() {
        true => Err(ToolError::Input(format!(
            "the probes of '{}' hold a secret, which is not kept: place them again",
            kept.handle
        ))),
        false => Ok(kept),
    }
}

/// Files as the workspace calls them, where they lie in it.
fn relative(probes: &[Wanted], context: &ToolContext<'_>) -> Vec<Wanted> {
    let file = |probe: &Wanted| match context.workspace.locate(&probe.file) {
        Some(file) => file.to_string(),
        None => probe.file.clone(),
    };
    let rename = |probe: &Wanted| Wanted {
        file: file(probe),
        ..probe.clone()
    };
    probes.iter().map(rename).collect()
}

fn numbered(kept: &Kept) -> Vec<Probe> {
    let file = |wanted: &Wanted| kept.probes.iter().position(|other| other.file == wanted.file);
    let probes = kept.probes.iter().enumerate();
    probes
        .map(|(index, wanted)| Probe::new(&kept.handle, index + 1, file(wanted).unwrap_or(index), wanted))
        .collect()
}

struct Task<'a> {
    input: &'a Input,
    shelf: &'a Shelf<'a>,
    context: &'a ToolContext<'a>,
    kept: Kept,
    probes: Vec<Probe>,
}

impl Task<'_> {
    async fn run(&self) -> Result<Output, ToolError> {
        let must_watch = self.input.how == Some(How::Watch);
        let Some(watched) = self.watched()? else {
            return match must_watch {
                true => Err(nothing_watched()),
                false => self.edit(Vec::new()).await,
            };
        };
        if !must_watch && !Watch::is_cheap(&self.command()?, self.context.runner).await {
            let dear = "this Python cannot tell of lines without slowing the whole program down (3.12 can)";
            return self.edit(vec![format!("{dear}, so a copy was edited")]).await;
        }
        match self.watch(&watched).await? {
            Ok(output) => Ok(output),
            Err(_) if must_watch => Err(nothing_watched()),
            Err(why) => {
                let note = format!("{why}, so a copy was edited and the command was run again");
                self.edit(vec![note]).await
            }
        }
    }

    fn text(&self, wanted: &Wanted) -> Result<String, ToolError> {
        let place = self.context.workspace.root().join(&wanted.file);
        fs::read_to_string(&place)
            .map_err(|error| ToolError::Input(format!("{} cannot be read: {error}", place.display())))
    }

    /// The lines that the runtime is to watch, if it can watch all of them.
    fn watched(&self) -> Result<Option<Vec<Watched>>, ToolError> {
        if self.kept.edited || self.input.how == Some(How::Edit) || self.input.command.is_empty() {
            return Ok(None);
        }
        let line = |(wanted, probe): (&Wanted, &Probe)| {
            let file = self.context.workspace.root().join(&wanted.file);
            let line = watch::line(&file, &self.text(wanted)?, wanted.line, probe);
            line.map_err(|why| ToolError::Input(format!("{}: {why}", wanted.file)))
        };
        self.kept.probes.iter().zip(&self.probes).map(line).collect()
    }

    /// The run, or why it saw nothing.
    async fn watch(&self, watched: &[Watched]) -> Result<Result<Output, &'static str>, ToolError> {
        let mut command = self.command()?;
        let watch = Watch::prepare(&mut command, watched, self.context.scratch()?)?;
        let run = self.execute(self.context.runner, command).await?;
        if let Some(why) = watch.blind() {
            return Ok(Err(why));
        }
        let place = |(wanted, watched): (&Wanted, &Watched)| Placed {
            wanted: wanted.clone(),
            before_line: watched.first,
            moved: watched.moved.clone(),
            proved_by: Vec::new(),
            hits: None,
        };
        let placed = self.kept.probes.iter().zip(watched).map(place).collect();
        if self.input.handle.is_none() {
            self.shelf.keep(&self.shelf.draft()?, &self.kept)?;
        }
        Ok(Ok(self.output(How::Watch, placed, Some(run), Vec::new())))
    }

    async fn edit(&self, mut notes: Vec<String>) -> Result<Output, ToolError> {
        let tree = self.shelf.tree(&self.kept.handle);
        let placed = match self.kept.edited {
            true => self.placed_before(),
            false => self.edit_copy().await?,
        };
        let run = match self.input.command.is_empty() {
            true => None,
            false => {
                let runner = self.context.runner.elsewhere(&tree)?;
                Some(self.execute(&*runner, self.command()?).await?)
            }
        };
        if run.as_ref().is_some_and(|run| run.total == 0) {
            notes.push(
                "no probe was reached: the command does not execute these lines, or not those of the copy"
                    .to_owned(),
            );
        }
        Ok(self.output(How::Edit, placed, run, notes))
    }

    /// A copy with the probes in it, proved and kept.
    async fn edit_copy(&self) -> Result<Vec<Placed>, ToolError> {
        let files = self.files();
        // Before anything is copied: most mistakes show here.
        for (file, _) in &files {
            self.edited(file)?;
        }
        self.context.tell("copying the workspace");
        let draft = match self.input.handle.is_none() {
            true => self.shelf.draft()?,
            false => {
                self.shelf.remove(&self.kept.handle)?;
                self.shelf.draft()?
            }
        };
        let tree = Shelf::draft_tree(&draft);
        self.context.workspace.copy_to(&tree)?;
        let mut placed: Vec<Option<Placed>> = vec![None; self.probes.len()];
        for (file, indices) in &files {
            let edited = self.edited(file)?;
            let proved_by = self.write(file, &tree, &edited).await?;
            for (place, index) in edited.places.iter().zip(indices) {
                placed[*index] = Some(Placed {
                    wanted: self.kept.probes[*index].clone(),
                    before_line: edit::lines(&self.text(&self.kept.probes[*index])?, place).0,
                    moved: place.moved.clone(),
                    proved_by: proved_by.clone(),
                    hits: None,
                });
            }
        }
        let kept = Kept {
            edited: true,
            ..self.kept.clone()
        };
        self.shelf.keep(&draft, &kept)?;
        Ok(placed.into_iter().flatten().collect())
    }

    /// The files that get probes, each with the numbers of its own.
    fn files(&self) -> Vec<(String, Vec<usize>)> {
        let mut files: Vec<(String, Vec<usize>)> = Vec::new();
        for (index, wanted) in self.kept.probes.iter().enumerate() {
            match files.iter_mut().find(|(file, _)| *file == wanted.file) {
                Some((_, indices)) => indices.push(index),
                None => files.push((wanted.file.clone(), vec![index])),
            }
        }
        files
    }

    fn edited(&self, file: &str) -> Result<edit::Edited, ToolError> {
        let wanted = self.kept.probes.iter().zip(&self.probes);
        let wanted: Vec<_> = wanted.filter(|(wanted, _)| wanted.file == file).collect();
        if self.context.workspace.locate(file).is_none() {
            return Err(ToolError::Input(format!("{file} lies outside the workspace")));
        }
        let text = self.text(wanted[0].0)?;
        let probes: Vec<_> = wanted
            .iter()
            .map(|(wanted, probe)| (wanted.line, (*probe).clone()))
            .collect();
        edit::edit(Path::new(file), &text, &probes).map_err(|why| ToolError::Input(format!("{file}: {why}")))
    }

    async fn write(
        &self,
        file: &str,
        tree: &Path,
        edited: &edit::Edited,
    ) -> Result<Vec<&'static str>, ToolError> {
        let place = tree.join(file);
        fs::write(&place, &edited.text)
            .map_err(|error| ToolError::Other(format!("{} cannot be written: {error}", place.display())))?;
        let original = self.context.workspace.root().join(file);
        let runner = self.context.runner.elsewhere(tree)?;
        let checks = self.context.scratch()?.join("checks");
        // If it cannot be created, a checker that needs it proves nothing.
        let _ = fs::create_dir_all(&checks);
        proof::prove(&*runner, edited, &place, &original, &checks)
            .await
            .map_err(ToolError::Other)
    }

    /// The probes that an earlier call placed.
    fn placed_before(&self) -> Vec<Placed> {
        let place = |wanted: &Wanted| Placed {
            wanted: wanted.clone(),
            before_line: wanted.line,
            moved: None,
            proved_by: Vec::new(),
            hits: None,
        };
        self.kept.probes.iter().map(place).collect()
    }

    fn command(&self) -> Result<Command, ToolError> {
        subject::command(&self.input.command, self.input.timeout_seconds)
    }

    async fn execute(&self, runner: &dyn Runner, mut command: Command) -> Result<Run, ToolError> {
        let out = self.context.scratch()?.join("hits");
        command
            .env
            .insert(probe::OUT.to_owned(), out.display().to_string());
        self.context.tell(&format!("running {command} with probes"));
        let completed = subject::run(runner, &command).await?;
        let mut hits = self.hits(&out);
        let count = |index: usize| hits.iter().filter(|hit| hit.probe == index + 1).count();
        let counts = (0..self.probes.len()).map(count).collect();
        let total = hits.len();
        hits.truncate(self.input.limit.unwrap_or(LIMIT));
        Ok(Run {
            counts,
            exit: completed.exit,
            duration_ms: u64::try_from(completed.duration.as_millis()).unwrap_or(u64::MAX),
            hits,
            total,
            errors: self.errors(&command, &completed)?,
            tail: tail(&completed),
        })
    }

    fn errors(
        &self,
        command: &Command,
        completed: &Completed,
    ) -> Result<Vec<unbreak_core::Diagnostic>, ToolError> {
        Ok(match completed.exit.is_success() {
            true => Vec::new(),
            false => failure::errors(self.context.reader()?.read(command, completed)),
        })
    }

    fn hits(&self, out: &Path) -> Vec<probe::Hit> {
        let mut written = Vec::new();
        for file in written_to(out) {
            let text = fs::read(&file).unwrap_or_default();
            // A file that was mapped to memory ends with unused room.
            written.extend(text.into_iter().take_while(|byte| *byte != 0));
            // Only the fallback's output counts.
            let _ = fs::remove_file(file);
        }
        probe::read(&String::from_utf8_lossy(&written), &self.probes)
    }

    fn output(&self, how: How, mut probes: Vec<Placed>, run: Option<Run>, notes: Vec<String>) -> Output {
        if let Some(run) = &run {
            for (placed, count) in probes.iter_mut().zip(&run.counts) {
                placed.hits = Some(*count);
            }
        }
        let handle = self.kept.handle.clone();
        Output {
            tree: (how == How::Edit).then(|| self.shelf.tree(&handle)),
            handle: Some(handle),
            how,
            probes,
            run,
            notes,
        }
    }
}

fn nothing_watched() -> ToolError {
    ToolError::Other("nothing could be watched: try it with an edit".to_owned())
}

/// The output file of the probes, and those that single processes derived from its name, in the
/// order of their starts.
fn written_to(out: &Path) -> Vec<PathBuf> {
    let directory = out.parent().and_then(|directory| fs::read_dir(directory).ok());
    let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let wanted = name(out).unwrap_or_default();
    let entries = directory.into_iter().flatten().flatten();
    let own = entries.map(|entry| entry.path()).filter(|path| {
        let rest = name(path).and_then(|name| Some(name.strip_prefix(&wanted)?.to_owned()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    });
    let mut files: Vec<PathBuf> = own.collect();
    files.sort_by_key(|file| {
        (
            fs::metadata(file).and_then(|about| about.modified()).ok(),
            file.clone(),
        )
    });
    files
}
