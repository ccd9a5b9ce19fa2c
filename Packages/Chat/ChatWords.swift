public import OrbitModels
public import Validation

extension Vocabulary {
    /// The texts of conversations in a list, of rows without a text, and of the people who are typing.
    ///
    /// Parameters: `name`, `text` and `count`.
    public static let chatLines = Vocabulary(
        "chat_line",
        [
            "own": "You: {text}", "others": "{name}: {text}", "deleted": "Message deleted",
            "hidden": "Message of a person you do not see", "proposal": "Proposal to meet",
            "unknown": "Update the app to see this message", "no_messages": "No messages yet", "nobody": "Nobody else",
            "typing": "{name} is typing…", "typing_someone": "Typing…", "typing_several": "{count} people are typing…",
        ])

    /// The texts of a conversation on the screen.
    ///
    /// Parameters: `count`, a number of messages; `date`, a day; `names`, the people who have read a message.
    public static let chatScreen = Vocabulary(
        "chat_screen",
        [
            "unread": "Unread messages", "edited": "Edited", "read_by": "Read by {names}",
            "later": "{count} newer messages", "searched_back": "Searched back to {date}.",
            "searched_all": "Searched the whole conversation.",
            "not_newest": "The newest messages were not searched. Go to the end first.",
            "closed": "You can read this conversation, but not write in it any more.",
            "unsent": "{count} messages are not sent yet. They are deleted if you sign out now.",
        ])

    /// The vocabularies of this module.
    public static let chat = [
        chatLines, chatScreen, MessageRow.Delivery.vocabulary, ContactHint.Kind.vocabulary, ChatFailure.vocabulary,
        OutboxWords.vocabulary, ProposalFailure.vocabulary, stalledConversation,
    ]

    /// The texts of an offer of times in a conversation without messages.
    public static let stalledConversation = Vocabulary(
        "stalled_conversation",
        ["title": "Meet in person?", "about": "You are both free at these times. Choose the ones to propose."])
}

extension MessageRow.Delivery: LocalizedTextConvertible {
    /// The words beside a message.
    public static let vocabulary = Vocabulary(
        "message_delivery",
        ["queued": "Waiting to be sent", "sending": "Sending…", "sent": "Sent", "failed": "Not sent"])

    /// The code of the value in its vocabulary.
    public var localizationCode: String {
        switch self {
        case .queued: "queued"
        case .sending: "sending"
        case .sent: "sent"
        case .failed: "failed"
        }
    }
}

extension ContactHint.Kind: LocalizedTextConvertible {
    /// The hints about contact data in a first exchange.
    public static let vocabulary = Vocabulary(
        "contact_hint",
        [
            "link": "This message has a link. Open links only from people you trust.",
            "email": "This message has an email address. Take your time before you share one.",
            "phone_number": "This message has a phone number. Take your time before you share one.",
            "handle": "This message has a name on another network. Reports here do not reach other networks.",
        ])
}

extension ContactHint {
    /// Returns the hints, one for each kind.
    public func messages(in words: LocalizedStrings) -> [String] { kinds.sorted().map { words($0) } }
}

extension FormName {
    /// The form of a message.
    public static let message = Self(rawValue: "message")
    /// The form of a proposal.
    public static let proposal = Self(rawValue: "proposal")
}

extension MessageCatalogue {
    /// The English catalogue with the texts of this module's forms.
    public static let chat = MessageCatalogue.english.overlaid(with: chatAlone)

    /// The texts of this module's forms alone, for an overlay over another catalogue.
    public static let chatAlone = MessageCatalogue(templatesByForm: [
        .message: [
            "text": [
                .required: "Write something first.", .tooLong: "Keep it to {max} characters.",
                .tooManyBytes: "Shorten the message, and send the rest separately.",
            ]
        ],
        .proposal: [
            "title": [.required: "Say what you would like to do."],
            "zone": [.unknownValue: "Choose a time zone from the list."],
            "slots": [.tooFew: "Offer at least one time.", .tooMany: "Offer at most {max} times."],
            "slots[]": [.duplicate: "Offer each time only once."],
            "slots[].starts_at": [.notAllowed: "Choose a time in the future, within a year."],
            "slots[].ends_at": [.notAllowed: "Choose an end after the start, at most 7 days later."],
            "place.link": [.malformed: "Enter the whole address, such as https://example.edu/room."],
        ],
    ])
}
