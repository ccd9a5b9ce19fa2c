/// The limits that client and server share.
///
/// The length of a text is measured in grapheme clusters, so that a family emoji counts as one character. The UTF-8
/// bytes are limited too, because a grapheme cluster can be arbitrarily long.
public enum Limits {
    /// The age in completed years.
    public static let age = 18...100

    /// A person's name.
    public static let name = TextForm(characters: 1...50, bytes: 400)
    /// The city of a location.
    public static let city = TextForm(characters: 1...80, bytes: 400)
    /// The state, province or region of a location.
    public static let region = TextForm(characters: 1...80, bytes: 400)
    /// The field of study.
    public static let major = TextForm(characters: 1...80, bytes: 400)
    /// The free text of a profile.
    public static let bio = TextForm(characters: 0...500, bytes: 4_000, lines: .several)
    /// The label of an interest.
    public static let customInterest = TextForm(characters: 1...40, bytes: 160)
    /// A name on another network.
    public static let socialHandle = TextForm(characters: 1...64, bytes: 256, hidden: .refused)
    /// The length of a network's name, which has ASCII letters, digits, dashes and underscores.
    public static let socialNetwork = 1...30

    /// The number of interests.
    public static let interests = 3...10
    /// The maximum number of entered interests, before interests with the same meaning are merged.
    public static let maxEnteredInterests = 20
    /// The number of sports.
    public static let sports = 0...20
    /// The number of preferred times.
    public static let preferredTimes = 1...10
    /// The number of friendship goals.
    public static let friendshipGoals = 0...10
    /// The number of handles on other networks.
    public static let socials = 0...10
    /// The maximum number of fields whose audience a profile sets.
    public static let maxAudiences = 50
    /// The number of photos.
    public static let photos = 0...6
    /// The maximum size of an uploaded photo in bytes: 8 MiB.
    public static let photoBytes = 8 * 1_024 * 1_024

    /// The number of digits of a verification code.
    public static let codeDigits = 6

    /// The maximum number of octets before the `@` (RFC 5321, 4.5.3.1.1).
    public static let emailLocalPart = 64
    /// The maximum number of octets of an address (RFC 5321, 4.5.3.1.3, without the angle brackets).
    public static let email = 254
    /// The maximum number of octets of a domain name as text (RFC 1035, 2.3.4).
    public static let domain = 253
    /// The maximum number of octets between two dots (RFC 1035, 2.3.4).
    public static let domainLabel = 63
}
