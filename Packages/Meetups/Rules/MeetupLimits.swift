public import Validation

/// The limits of meetups, series, guests and their texts.
public enum MeetupLimits {
    /// The number of characters of a title, 1 to 100.
    public static let title = 1...100
    /// The maximum number of characters of a description.
    public static let description = 2_000
    /// The maximum number of characters of the name, the address, the room or the link of a place.
    public static let placeText = 200
    /// The maximum number of tags of a meetup.
    public static let tags = 10
    /// The number of people at a meetup with limited capacity, including the host.
    public static let capacity = 2...1_000
    /// The maximum length of a meetup, in days.
    public static let maxDays = 7
    /// The maximum time until the start of a new meetup, in days.
    public static let daysAhead = 366
    /// The maximum number of meetups of one host that have not ended. Each occurrence of a series counts.
    public static let maxHosted = 150
    /// The number of days for which a meetup stays in the calendar of its attendees after its end.
    public static let daysKept = 14
    /// The maximum number of occurrences of a series.
    public static let occurrences = 52
    /// The maximum number of bytes of a recurrence rule.
    public static let ruleBytes = 512
    /// The maximum number of invitations to a meetup that wait for a reply.
    public static let openInvitations = 100
    /// The number of companions of one guest.
    public static let companions = 0...3
    /// The maximum number of characters of the message of a request.
    public static let message = 280
    /// The maximum number of characters of a post or a comment.
    public static let post = 1_000
    /// The side of a grid square, in kilometres. People who do not attend see the place only as its square.
    public static let gridSide = 2.0
    /// The minimum size of a group on a map that is shown with its number.
    public static let minShownCount = 3
}

/// The text forms of the fields of this module.
public enum MeetupTexts {
    /// The title.
    public static let title = TextForm(characters: MeetupLimits.title, bytes: 800)
    /// The description.
    public static let description = TextForm(characters: 0...MeetupLimits.description, bytes: 16_000, lines: .several)
    /// The name, the address or the room of a place, or the campus's identifier of the place.
    public static let place = TextForm(characters: 0...MeetupLimits.placeText, bytes: 1_600)
    /// The address of an online meeting.
    public static let link = TextForm(characters: 0...MeetupLimits.placeText, bytes: 800, hidden: .refused)
    /// The message of a request.
    public static let message = TextForm(characters: 0...MeetupLimits.message, bytes: 2_240, lines: .several)
    /// A post or a comment.
    public static let post = TextForm(characters: 1...MeetupLimits.post, bytes: 8_000, lines: .several)
}
