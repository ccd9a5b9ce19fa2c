import Foundation
public import TimeAndChance

/// A centre for terminals and desktops without a notification service. It stores notifications until the program exits,
/// and writes those that are due.
///
/// ```swift
/// let centre = TerminalNotificationCentre(clock: SystemClock(), style: .osc9) { print($0, terminator: "") }
/// let showing = Task { await centre.run() }
/// ```
public actor TerminalNotificationCentre: NotificationCentre {
    /// The form in which notifications are written.
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
    private var held = StoredNotifications()
    private var nap: Task<Void, Never>?

    /// Creates a centre.
    ///
    /// - Parameters:
    ///   - clock: The source of the date.
    ///   - style: The form in which notifications are written.
    ///   - write: Writes a text, for instance to standard output.
    public init(clock: any TimeSource, style: Style = .bell, write: @escaping @Sendable (String) -> Void) {
        (self.clock, self.style, self.write) = (clock, style, write)
    }

    /// The permission. It is always granted, because the user runs the program. The styles `line` and `bell` have no
    /// banners, the style `line` has no sound, and no style has badges. A terminal may still ignore a sequence for
    /// banners.
    public func permission() -> NotificationPermission {
        NotificationPermission(
            .authorised, alert: style.hasBanner ? .enabled : .notSupported,
            sound: style == .line ? .notSupported : .enabled, badge: .notSupported)
    }

    /// Returns the permission without asking: a terminal needs no permission.
    public func requestPermission() -> NotificationPermission { permission() }

    /// The notifications that are not written yet, soonest first.
    public func pending() -> [PendingNotification] { held.all }

    /// Adds a notification, in place of a notification with the same identifier.
    public func add(_ notification: PendingNotification) {
        held.add(notification)
        nap?.cancel()
    }

    /// Removes notifications. Unknown identifiers are ignored.
    public func remove(_ identifiers: [String]) { held.remove(identifiers) }

    /// Writes the notifications that are due, soonest first. Drops expired notifications.
    public func deliverDue() {
        for one in held.takeDue(at: clock.date) { write(style.output(for: one)) }
    }

    /// Writes notifications as they become due, until the task is cancelled. Wakes at least once a minute, because the
    /// date may jump.
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
            try? await clock.sleep(for: duration)  // cancelled to check the notifications again
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
    /// Whether the style asks the terminal for a banner, in addition to the line of text.
    fileprivate var hasBanner: Bool {
        switch self {
        case .line, .bell: false
        case .osc9, .osc777: true
        }
    }

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
