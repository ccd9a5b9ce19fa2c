/// How reliably a person has kept appointments; never a measure of popularity.
public struct TrustLevel: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Has not attended enough to tell.
    public static let newcomer = Self(rawValue: "newcomer")
    /// Has attended meetups.
    public static let participant = Self(rawValue: "participant")
    /// Attends reliably and is rated well.
    public static let trusted = Self(rawValue: "trusted")
    /// The highest level.
    public static let pillar = Self(rawValue: "pillar")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.newcomer, .participant, .trusted, .pillar]
}
