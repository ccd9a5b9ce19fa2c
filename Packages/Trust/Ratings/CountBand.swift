public import OrbitModels

/// About how many people have rated a person.
public struct CountBand: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// 5 to 9.
    public static let fiveOrMore = Self(rawValue: "5_or_more")
    /// 10 to 24.
    public static let tenOrMore = Self(rawValue: "10_or_more")
    /// 25 to 49.
    public static let twentyFiveOrMore = Self(rawValue: "25_or_more")
    /// 50 to 99.
    public static let fiftyOrMore = Self(rawValue: "50_or_more")
    /// 100 and more.
    public static let hundredOrMore = Self(rawValue: "100_or_more")

    /// The values this version knows, the fewest first.
    public static let known: [Self] = [.fiveOrMore, .tenOrMore, .twentyFiveOrMore, .fiftyOrMore, .hundredOrMore]

    /// The band of a number; below 5 it is the lowest.
    init(_ people: Int) {
        switch people {
        case ..<10: self = .fiveOrMore
        case ..<25: self = .tenOrMore
        case ..<50: self = .twentyFiveOrMore
        case ..<100: self = .fiftyOrMore
        default: self = .hundredOrMore
        }
    }
}
