/// The limits that client and server share.
///
/// Text is measured in grapheme clusters, so that a family emoji counts as one, and capped in UTF-8 bytes, because a
/// grapheme cluster can be arbitrarily long.
public enum Limits {
    /// In completed years.
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
    /// The length of a network's name: ASCII letters, digits, dashes and underscores.
    public static let socialNetwork = 1...30

    /// Number of interests.
    public static let interests = 3...10
    /// Number of interests as they are entered, before those that mean the same are merged.
    public static let maxEnteredInterests = 20
    /// Number of sports.
    public static let sports = 0...20
    /// Number of preferred times.
    public static let preferredTimes = 1...10
    /// Number of friendship goals.
    public static let friendshipGoals = 0...10
    /// Number of handles on other networks.
    public static let socials = 0...10
    /// Number of fields whose audience a profile sets.
    public static let maxAudiences = 50
    /// Number of photos.
    public static let photos = 0...6
    /// Size of a photo as uploaded, in bytes: 8 MiB.
    public static let photoBytes = 8 * 1_024 * 1_024

    /// Number of digits of a verification code.
    public static let codeDigits = 6

    /// Octets before the `@` (RFC 5321, 4.5.3.1.1).
    public static let emailLocalPart = 64
    /// Octets of the whole address (RFC 5321, 4.5.3.1.3 less the angle brackets).
    public static let email = 254
    /// Octets of a domain name as text (RFC 1035, 2.3.4).
    public static let domain = 253
    /// Octets between two dots (RFC 1035, 2.3.4).
    public static let domainLabel = 63
}
