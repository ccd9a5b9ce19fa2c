import Foundation
public import OrbitModels

/// The content of a message to the contact of a safety check-in. It contains only text that the person has written or
/// chosen.
public struct CheckInMail: Sendable {
    /// The name of the person who set the check-in, without anything that a mail program turns into a link.
    public let name: String
    /// The contact's name as the person typed it, without anything that a mail program turns into a link. Empty if the
    /// contact has blocked the person.
    public let contact: String
    /// The time by which the person had to confirm that they are safe, in the time zone ``zone``.
    public let dueAt: String
    /// The name of the time zone.
    public let zone: String
    /// The text that the person wrote. May be empty; it is empty if the contact has blocked the person.
    public let message: String
    /// The plan of the meetup, one element per line. Empty if the person did not choose to share it, or if the contact
    /// has blocked the person.
    public let plan: [String]
    /// Whether an alert to the contact was accepted before. `false` in an all-clear if that is unknown.
    public let isAlertAccepted: Bool
    /// The address of the page on which the contact refuses further messages.
    public let refusalLink: String

    package init(
        name: String, contact: String, dueAt: String, zone: String, message: String, plan: [String],
        isAlertAccepted: Bool, refusalLink: String
    ) {
        (self.name, self.contact, self.dueAt, self.zone) = (name, contact, dueAt, zone)
        (self.message, self.plan) = (message, plan)
        (self.isAlertAccepted, self.refusalLink) = (isAlertAccepted, refusalLink)
    }

    package var missed: String {
        """
        Hello,

        \(person) asked Orbit to write to you if they do not check in on time. They wanted to say by \(dueAt) (\(zone)) \
        that they are safe. We have not heard from them.

        We have not told the police or the emergency services. Please try to reach \(person). If you think they are in \
        danger, call the emergency services where they are.
        \(quoted("\(person) calls you:", [contact]))\(quotedMessage)\(quoted("Where \(person) planned to be:", plan))
        \(footer)
        """
    }

    package var allClear: String {
        """
        Hello,

        \(person) has now said that they are safe. \(isAlertAccepted ? "We wrote" : "We may have written") to you earlier \
        that we had not heard from them by \(dueAt) (\(zone)).

        \(footer)
        """
    }

    /// The name in quotation marks. Quotation marks inside the name are replaced, so that they do not end it.
    private var person: String {
        let marks: Set<Character> = ["\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2033}", "\u{FF02}"]
        return "\u{201C}\(String(name.map { marks.contains($0) ? "'" : $0 }))\u{201D}"
    }

    private var quotedMessage: String {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return quoted("\(person) wrote to you:", lines)
    }

    /// Returns a person's lines of text with a mark before each line, so that no line looks like a sentence of Orbit's.
    /// Returns an empty text if all lines are empty.
    private func quoted(_ introduction: String, _ lines: [String]) -> String {
        guard lines.contains(where: { !$0.isEmpty }) else { return "" }
        return "\n\(introduction)\n\(lines.map { "> \($0)" }.joined(separator: "\n"))\n"
    }

    private var footer: String {
        """
        You get this mail because \(person) chose you as a contact. To stop all mails like this from Orbit, open this \
        link: \(refusalLink)
        """
    }
}

extension CheckInMail: Redacted {
    /// A placeholder.
    public var description: String { "‹check-in mail›" }
}
