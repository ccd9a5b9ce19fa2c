public import Foundation

/// The limits of conversations, messages, reactions and proposals.
public enum ChatLimits {
    /// The number of characters (grapheme clusters) of a message, after trimming.
    public static let text = 1...2_000
    /// The maximum number of UTF-8 bytes of a message.
    public static let textBytes = 8_000
    /// The maximum number of characters of the quoted beginning of a message.
    public static let excerpt = 140
    /// The time after sending in which a sender can edit a text: 15 minutes, in seconds.
    public static let editTime: TimeInterval = 15 * 60
    /// The maximum number of messages that a person sends in a minute.
    public static let messagesPerMinute = 30
    /// The maximum number of messages that a person sends in 24 hours.
    public static let messagesPerDay = 1_000
    /// The maximum number of different emoji on a message.
    public static let emojiPerMessage = 20
    /// The number of messages of a range if a request does not state it.
    public static let pageSize = 50
    /// The largest range of messages of one request.
    public static let maxPageSize = 100

    /// The number of characters of the title of a proposal, as of the title of a meetup.
    public static let title = 1...100
    /// The maximum number of characters of each text of a place.
    public static let placeText = 200
    /// The number of slots of a proposal.
    public static let slots = 1...5
    /// The maximum length of a slot, in days.
    public static let maxSlotDays = 7
    /// The maximum time until the start of a slot, in days.
    public static let daysAhead = 366
}
