/// The numbers that client and server agree on, each stated once.
///
/// Text is measured in characters as people count them (grapheme clusters, so a family emoji is one)
/// and capped in UTF-8 bytes, because one character can be arbitrarily long.
public enum Limits {
    /// Years.
    public static let age = 18...100

    public static let name = TextForm(characters: 1...50, bytes: 400)
    public static let city = TextForm(characters: 1...80, bytes: 400)
    public static let region = TextForm(characters: 1...80, bytes: 400)
    public static let major = TextForm(characters: 1...80, bytes: 400)
    public static let bio = TextForm(characters: 0...500, bytes: 4_000, lines: .several)
    public static let customInterest = TextForm(characters: 1...40, bytes: 160)
    public static let socialHandle = TextForm(characters: 1...64, bytes: 256, hidden: .refused)
    /// ASCII letters, digits, dashes and underscores.
    public static let socialNetwork = 1...30

    public static let interests = 3...10
    public static let sports = 0...20
    public static let preferredTimes = 1...10
    public static let friendshipGoals = 0...10
    public static let socials = 0...10
    public static let photos = 0...6
    /// One photo as sent, in bytes: 8 MiB.
    public static let photoBytes = 8 * 1_024 * 1_024

    /// ASCII digits.
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
