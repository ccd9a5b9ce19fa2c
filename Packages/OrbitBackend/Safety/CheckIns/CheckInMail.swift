import Foundation
public import OrbitModels

/// What the contact of a safety check-in is told: what the person has written and chosen, and nothing else.
public struct CheckInMail: Sendable {
    /// The name of the person who set the check-in.
    public let name: String
    /// What they call the contact.
    public let contact: String
    /// By when they were to say that they are safe, on the clock of ``zone``.
    public let dueAt: String
    /// The name of the time zone.
    public let zone: String
    /// What they have written; may be empty.
    public let message: String
    /// The plan of the meetup, a line each; empty if they have not chosen to tell it.
    public let plan: [String]
    /// Where the contact says that they want no more of these messages.
    public let refusalLink: String

    var missed: String {
        """
        Hello \(contact),

        \(name) asked Orbit to write to you if they did not say by \(dueAt) (\(zone)) that they are safe. They have not \
        said so.

        This alerts you, a person. Nobody has told the police or the emergency services. If you think that \(name) is in \
        danger, try to reach them, and call the emergency services where they are.
        \(quotedMessage)\(planText)
        \(footer)
        """
    }

    var allClear: String {
        """
        Hello \(contact),

        \(name) has now said that they are safe. You were told before that they had not said so by \(dueAt) (\(zone)).

        \(footer)
        """
    }

    /// Marked line by line, so that it cannot pass for a word of Orbit's.
    private var quotedMessage: String {
        guard !message.isEmpty else { return "" }
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
        return "\n\(name) wrote for you:\n\(lines.joined(separator: "\n"))\n"
    }

    private var planText: String {
        plan.isEmpty ? "" : "\nWhere \(name) planned to be:\n\(plan.map { "> \($0)" }.joined(separator: "\n"))\n"
    }

    private var footer: String {
        """
        You get this because \(name) named your address. If you want no such messages from anyone on Orbit, say so here: \
        \(refusalLink)
        """
    }
}

extension CheckInMail: Redacted {
    /// A placeholder.
    public var description: String { "‹check-in mail›" }
}
