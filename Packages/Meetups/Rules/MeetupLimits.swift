public import Validation

/// How much of everything there may be.
public enum MeetupLimits {
    /// Characters of a title, 1 to 100.
    public static let title = 1...100
    /// Characters of a description.
    public static let description = 2_000
    /// Characters of the name, the address, the room or the link of a place.
    public static let placeText = 200
    /// Tags of a meetup.
    public static let tags = 10
    /// People at a meetup with limited room, the host included.
    public static let capacity = 2...1_000
    /// The longest meetup, in days.
    public static let days = 7
    /// How far ahead a meetup may be planned, in days.
    public static let daysAhead = 366
    /// Meetups of one host that have not ended. Each occurrence of a series is one.
    public static let hosted = 150
    /// Days after its end for which a meetup stays with those who attended.
    public static let daysKept = 14
    /// Occurrences of a series, at most.
    public static let occurrences = 52
    /// Bytes of the rule by which a meetup repeats.
    public static let ruleBytes = 512
    /// Invitations to a meetup that wait for a reply.
    public static let openInvitations = 100
    /// Companions of one guest.
    public static let companions = 0...3
    /// Characters of the message of a request.
    public static let message = 280
    /// Characters of a post or a comment.
    public static let post = 1_000
    /// The side of the squares in which people who do not attend see the place, in kilometres.
    public static let gridSide = 2.0
    /// Groups of fewer on a map are shown without their number.
    public static let fewest = 3
}

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
