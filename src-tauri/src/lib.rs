//! The desktop program: one window over the engine. It maps window calls to engine calls and engine events to window
//! events, and keeps keys in the system keychain. Contains no SQL, PDF or network code and no domain rules.

mod commands;
mod dialogs;
pub mod drops;
pub mod events;
#[cfg(target_os = "linux")]
mod graphics;
mod keychain;
pub mod live;
mod page;
mod pasted;
mod place;
#[cfg(target_os = "linux")]
mod recent;
#[cfg(debug_assertions)]
mod scripted;
mod shell;
pub mod tickets;
mod window;

use dialogs::Dialogs;
use shell::Shell;
use std::process::ExitCode;
use tauri::{Manager, RunEvent};
use tauri_specta::{Builder, collect_commands, collect_events};
use tickets::Tickets;
use touchstone_engine::error::dumps::keep_memory_private;
use touchstone_engine::logs::print_to_stderr;

pub use commands::COMMANDS;

/// All commands and events, for the handler and for the TypeScript that calls it.
#[expect(clippy::too_many_lines, reason = "the one list of all commands, a line a command")]
pub fn bindings() -> Builder<tauri::Wry> {
    use commands::{
        audit, backup, document, engines, evaluation, guides, library, packet, proposals, queue, review_queue,
        settings, workspace,
    };
    Builder::<tauri::Wry>::new()
        .commands(collect_commands![
            workspace::overview,
            workspace::choose_files,
            workspace::choose_folder,
            workspace::paste_paths,
            workspace::inspect,
            workspace::import,
            workspace::import_samples,
            workspace::stop_import,
            workspace::unlock,
            workspace::take_opened_files,
            library::library,
            library::case_view,
            queue::rerun,
            queue::set_pack,
            queue::set_case,
            queue::chosen,
            queue::trash,
            queue::restore,
            queue::empty_trash,
            queue::pause,
            queue::resume,
            queue::cancel,
            queue::retry,
            review_queue::review_queue,
            review_queue::claim,
            review_queue::unverified,
            review_queue::accept_all,
            audit::ground_truths,
            audit::audit,
            audit::verify_audit,
            audit::stop_audit,
            audit::set_audit_rules,
            audit::switch_acceptance,
            audit::second_reviews,
            audit::set_second_rules,
            audit::blank_document,
            audit::save_second_review,
            audit::withdraw_second_review,
            audit::adjudicate,
            evaluation::sides,
            evaluation::evaluation,
            evaluation::stop_evaluation,
            document::document,
            document::page_words,
            document::page_readings,
            document::explain,
            document::find_in_document,
            document::check_value,
            document::correct,
            document::remove_row,
            document::undo,
            document::redo,
            document::judge,
            document::transcript,
            proposals::ask_correction,
            proposals::cancel_correction,
            proposals::accept_proposal,
            proposals::decline_proposal,
            proposals::pick_reading,
            proposals::pick_list,
            packet::packet,
            packet::export_packet,
            packet::compare_with,
            packet::page_context,
            packet::save_review,
            packet::relabel,
            library::export_formats,
            library::export_counts,
            library::choose_export,
            library::export,
            library::stop_export,
            library::show_in_folder,
            settings::packs,
            guides::guides,
            guides::compare_guide,
            guides::compare_guide_version,
            guides::set_guide,
            guides::reset_guide,
            settings::set_preferences,
            settings::prints,
            settings::forget_prints,
            settings::restore_prints,
            engines::engines,
            engines::key_state,
            engines::set_key,
            engines::test_key,
            engines::test_model,
            engines::cancel_test,
            engines::remove_key,
            engines::consent_ask,
            engines::agree,
            engines::withdraw,
            engines::keep_here,
            engines::estimate,
            engines::estimate_again,
            engines::sent,
            engines::sent_request,
            settings::diagnostics,
            settings::open_data_folder,
            settings::choose_data_folder,
            settings::next_data_folder,
            backup::back_up,
            backup::verify_workspace,
            backup::verify_backup,
            backup::restore_backup,
            backup::stop_backup,
        ])
        .events(collect_events![events::Changed, live::Live, drops::Dragged])
        .disable_serde_phases()
}

/// Runs the program until its window is closed and its work is put away.
#[allow(
    clippy::disallowed_methods,
    reason = "stands in what Tauri generates for its context"
)]
pub fn run() -> ExitCode {
    keep_memory_private();
    if let Err(error) = print_to_stderr("warn") {
        eprintln!("touchstone: {error:#}");
        return ExitCode::FAILURE;
    }
    #[cfg(target_os = "linux")]
    graphics::suit_the_machine();
    let bindings = bindings();
    let program = tauri::Builder::default()
        // Must come first: a second start ends here and passes its files to the first.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            events::opened(app, shell::files_among(&arguments, folder.as_ref()));
            window::focus(app);
        }))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::init())
        .invoke_handler(bindings.invoke_handler())
        .register_asynchronous_uri_scheme_protocol("page", |context, request, responder| {
            page::answer(context.app_handle().clone(), request, responder);
        })
        .setup(move |app| {
            bindings.mount_events(app);
            app.manage(Tickets::default());
            app.manage(Dialogs::new(app.handle().clone()));
            app.manage(Shell::open(app.handle()));
            events::pump(app.handle());
            live::pump(app.handle());
            app.state::<Shell>().begin_work();
            window::open(app)?;
            if let Some(preferences) = app.state::<Shell>().preferences() {
                window::set_text_size(app.handle(), preferences.text_percent);
            }
            Ok(())
        })
        .build(tauri::generate_context!());
    match program {
        Ok(program) => {
            program.run(|app, event| match event {
                RunEvent::ExitRequested { api, .. } if !app.state::<Shell>().is_closed() => {
                    api.prevent_exit();
                    shell::close(app.clone());
                }
                #[cfg(target_os = "macos")]
                RunEvent::Opened { urls } => {
                    let files = urls.iter().filter_map(|url| url.to_file_path().ok()).collect();
                    events::opened(app, files);
                }
                _ => {}
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("touchstone: could not start the window: {error}");
            ExitCode::FAILURE
        }
    }
}
