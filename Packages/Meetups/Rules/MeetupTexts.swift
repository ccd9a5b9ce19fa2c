public import Validation

/// What the text fields of this module accept.
public enum MeetupTexts {
    /// The title.
    public static let title = TextForm(characters: MeetupLimits.title, bytes: 800)
    /// The description.
    public static let description = TextForm(characters: 0...MeetupLimits.description, bytes: 16_000, lines: .several)
    /// The name, the address or the room of a place, or the campus's identifier of it.
    public static let place = TextForm(characters: 0...MeetupLimits.placeText, bytes: 1_600)
    /// The address of an online meeting.
    public static let link = TextForm(characters: 0...MeetupLimits.placeText, bytes: 800, hidden: .refused)
    /// The message of a request.
    public static let message = TextForm(characters: 0...MeetupLimits.message, bytes: 2_240, lines: .several)
    /// A post or a comment.
    public static let post = TextForm(characters: 1...MeetupLimits.post, bytes: 8_000, lines: .several)
}
