//! Infrastructure, containers, builds and services: linters and validators.

#[cfg(feature = "actionlint")]
mod actionlint;
#[cfg(feature = "ansible")]
mod ansible;
#[cfg(feature = "ansible-lint")]
mod ansible_lint;
#[cfg(feature = "appstream")]
mod appstream;
#[cfg(feature = "ast-grep")]
mod ast_grep;
#[cfg(feature = "buf")]
mod buf;
#[cfg(feature = "buildifier")]
mod buildifier;
#[cfg(feature = "cfn-lint")]
mod cfn_lint;
#[cfg(feature = "checkmake")]
mod checkmake;
#[cfg(feature = "checkov")]
mod checkov;
#[cfg(feature = "clair")]
mod clair;
#[cfg(feature = "daemons")]
mod daemons;
#[cfg(feature = "dependency-check")]
mod dependency_check;
#[cfg(feature = "desktop-file-validate")]
mod desktop_file_validate;
#[cfg(feature = "docker")]
mod docker;
#[cfg(feature = "dockerfilelint")]
mod dockerfilelint;
#[cfg(feature = "dotenv-linter")]
mod dotenv_linter;
#[cfg(feature = "git")]
mod git;
#[cfg(feature = "gitlab-security")]
mod gitlab_security;
#[cfg(feature = "gitleaks")]
mod gitleaks;
#[cfg(feature = "grype")]
mod grype;
#[cfg(feature = "hadolint")]
mod hadolint;
#[cfg(feature = "helm")]
mod helm;
#[cfg(feature = "just")]
mod just;
#[cfg(feature = "kics")]
mod kics;
#[cfg(feature = "kube-linter")]
mod kube_linter;
#[cfg(feature = "kubeconform")]
mod kubeconform;
#[cfg(feature = "kubectl")]
mod kubectl;
#[cfg(feature = "ls-lint")]
mod ls_lint;
#[cfg(feature = "meson")]
mod meson;
#[cfg(feature = "nginx")]
mod nginx;
#[cfg(feature = "oelint-adv")]
mod oelint_adv;
#[cfg(feature = "opa")]
mod opa;
#[cfg(feature = "osv-scanner")]
mod osv_scanner;
#[cfg(feature = "pre-commit")]
mod pre_commit;
#[cfg(feature = "protolint")]
mod protolint;
#[cfg(feature = "pubgrub")]
mod pubgrub;
#[cfg(feature = "puppet")]
mod puppet;
#[cfg(feature = "puppet-lint")]
mod puppet_lint;
#[cfg(feature = "redocly")]
mod redocly;
#[cfg(feature = "regal")]
mod regal;
#[cfg(feature = "rpmlint")]
mod rpmlint;
#[cfg(feature = "salt-lint")]
mod salt_lint;
#[cfg(feature = "semgrep")]
mod semgrep;
#[cfg(feature = "slither")]
mod slither;
#[cfg(feature = "sonarqube")]
mod sonarqube;
#[cfg(feature = "spectral")]
mod spectral;
#[cfg(feature = "systemd")]
mod systemd;
#[cfg(feature = "terraform")]
mod terraform;
#[cfg(feature = "terrascan")]
mod terrascan;
#[cfg(feature = "tflint")]
mod tflint;
#[cfg(feature = "tfsec")]
mod tfsec;
#[cfg(feature = "trivy")]
mod trivy;
#[cfg(feature = "veracode-pipeline")]
mod veracode_pipeline;
#[cfg(feature = "yamllint")]
mod yamllint;
#[cfg(feature = "yocto-cve-check")]
mod yocto_cve_check;
#[cfg(feature = "zizmor")]
mod zizmor;
