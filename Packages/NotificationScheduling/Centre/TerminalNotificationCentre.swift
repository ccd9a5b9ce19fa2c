import Foundation
public import TimeAndChance

/// A centre for terminals and desktops without a notification service: it holds notifications as long as the program
/// runs, and writes those that are due.
///
/// ```swift
/// let centre = TerminalNotificationCentre(clock: SystemClock(), style: .osc9) { print($0, terminator: "") }
/// let showing = Task { await centre.run() }
/// ```
public actor TerminalNotificationCentre: NotificationCentre {
    /// How a notification is written.
    public enum Style: Hashable, Sendable, CaseIterable {
        /// A line of text.
        case line
        /// A line of text, and the terminal's bell.
        case bell
        /// A line of text, and the notification of iTerm2, WezTerm, Windows Terminal and others (`OSC 9`).
        case osc9
        /// A line of text, and the notification of urxvt, foot, Ghostty and others (`OSC 777`).
        case osc777
    }

    private let clock: any TimeSource
    private let style: Style
    private let write: @Sendable (String) -> Void
    private var held = HeldNotifications()
    private var nap: Task<Void, Never>?

    /// Creates a centre that writes with `write`, for instance to standard output.
    public init(clock: any TimeSource, style: Style = .bell, write: @escaping @Sendable (String) -> Void) {
        (self.clock, self.style, self.write) = (clock, style, write)
    }

    /// Always allowed: the user runs the program. There are neither banners nor badges everywhere.
    public func permission() -> NotificationPermission {
        NotificationPermission(
            .authorised, alert: .enabled, sound: style == .line ? .notSupported : .enabled, badge: .notSupported)
    }

    /// Asks no one: a terminal needs no permission.
    public func requestPermission() -> NotificationPermission { permission() }

    /// What is not written yet, soonest first.
    public func pending() -> [PendingNotification] { held.all }

    /// Adds a notification.
    public func add(_ notification: PendingNotification) {
        held.add(notification)
        nap?.cancel()
    }

    /// Removes notifications.
    public func remove(_ identifiers: [String]) { held.remove(identifiers) }

    /// Writes what is due now, soonest first. What has expired in the meantime is dropped.
    public func deliverDue() {
        for one in held.takeDue(at: clock.date) { write(style.output(for: one)) }
    }

    /// Writes notifications as they become due, until the caller is cancelled. Wakes at least once a minute: the date may
    /// jump.
    public func run() async {
        while !Task.isCancelled {
            deliverDue()
            let next = held.nextFire?.timeIntervalSince(clock.date) ?? 60
            let wait = min(max(next, 0), 60)
            await sleep(for: .milliseconds(Int64((wait * 1_000).rounded(.up))))
        }
    }

    private func sleep(for duration: Duration) async {
        let clock = clock
        let nap = Task { () -> Void in
            try? await clock.sleep(for: duration)  // cancelled to look at the notifications again
        }
        self.nap = nap
        await withTaskCancellationHandler {
            await nap.value
        } onCancel: {
            nap.cancel()
        }
        self.nap = nil
    }
}

extension TerminalNotificationCentre.Style {
    /// The text with escape sequences, ended by a line feed.
    func output(for notification: PendingNotification) -> String {
        let text = TerminalText.cleaned(notification.text)
        return switch self {
        case .line: "\(text)\n"
        case .bell: "\u{7}\(text)\n"
        case .osc9: "\u{1B}]9;\(TerminalText.withoutCommand(text))\u{7}\(text)\n"
        case .osc777: "\u{1B}]777;notify;\(text.replacing(";", with: ","));\u{7}\(text)\n"
        }
    }
}
