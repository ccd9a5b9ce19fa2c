import OrbitModels

/// Identifies a rider. The session of a user names its owner by the same type.
public typealias RiderID = UserID

/// A rider, as all members of the club may see them.
public struct Rider: JSONKeyed, Identifiable {
    /// `{ "rider": … }` and `{ "riders": […] }`.
    public static let jsonKey = "rider"

    /// The identifier. The server may send a number or a text.
    public let id: RiderID
    /// The name as the rider writes it.
    public var name: String
    /// The address of a photo; `nil` without a photo.
    public var photoURL: String?
    /// The number of the rider at RUSA. It is a text without a meaning, not a number.
    public var rusaNumber: String?
    /// The badges that the club has awarded.
    public var badges: [RiderBadge]
    /// The number of finished brevets of all years.
    public var brevetCount: Int

    /// Creates a rider.
    public init(
        id: RiderID, name: String, photoURL: String? = nil, rusaNumber: String? = nil, badges: [RiderBadge] = [],
        brevetCount: Int = 0
    ) {
        (self.id, self.name, self.photoURL, self.rusaNumber) = (id, name, photoURL, rusaNumber)
        (self.badges, self.brevetCount) = (badges, brevetCount)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, badges
        case photoURL = "photo_url"
        case rusaNumber = "rusa_number"
        case brevetCount = "brevet_count"
    }

    /// Decodes a rider. A missing list of badges is empty, and a missing count is zero.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(RiderID.self, forKey: .id)
        name = try container.decode(String.self, forKey: .name)
        photoURL = try container.decodeIfPresent(String.self, forKey: .photoURL)
        rusaNumber = try container.decodeIfPresent(String.self, forKey: .rusaNumber)
        badges = try container.decodeIfPresent([RiderBadge].self, forKey: .badges) ?? []
        brevetCount = max(0, try container.decodeIfPresent(Int.self, forKey: .brevetCount) ?? 0)
    }
}
