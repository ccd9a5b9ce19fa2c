import OrbitModels
import Randonneuring

/// A badge of a rider. Open: a newer server may award badges that this version does not know.
public struct RiderBadge: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the badge with this spelling, known to this version or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Brevets of 200, 300, 400 and 600 km in a year.
    public static let superRandonneur = Self(rawValue: "super_randonneur")
    /// A finisher of Paris–Brest–Paris.
    public static let pbpFinisher = Self(rawValue: "pbp_finisher")
    /// A brevet of 200 km or more in each of twelve months.
    public static let r12 = Self(rawValue: "r12")
    /// A brevet of 100 to 199 km in each of twelve months.
    public static let p12 = Self(rawValue: "p12")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.pbpFinisher, .superRandonneur, .r12, .p12]

    /// The colour of the design; gray for a badge that this version does not know.
    public var colour: BadgeColour {
        switch self {
        case .superRandonneur: .green
        case .pbpFinisher: .purple
        case .r12, .p12: .blue
        default: .gray
        }
    }
}

extension RiderBadge: LocalizedTextConvertible {
    /// The vocabulary with its English texts.
    public static let vocabulary = Vocabulary(
        "rider_badge",
        ["super_randonneur": "Super Randonneur", "pbp_finisher": "PBP Finisher", "r12": "R-12", "p12": "P-12"])
}
