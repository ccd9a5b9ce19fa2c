/// The intervals of typing notices, in seconds. The server sends them, so that it can reduce its load.
public struct TypingIntervals: Hashable, Sendable {
    /// The seconds after which a person who still types sends another notice, 1 to 60.
    public let resend: Int
    /// The seconds without a keystroke after which a person has stopped typing, 1 to 60.
    public let stop: Int
    /// The seconds after which a notice expires, 1 to 120.
    public let expire: Int

    /// The intervals of this version's server.
    public static let standard = TypingIntervals(resend: 5, stop: 4, expire: 15)

    /// Creates the intervals. A number outside its range is moved to the nearest limit.
    // An interval of 0 from a broken server would make each keystroke a request.
    public init(resend: Int, stop: Int, expire: Int) {
        self.resend = min(max(resend, 1), 60)
        self.stop = min(max(stop, 1), 60)
        self.expire = min(max(expire, 1), 120)
    }
}

extension TypingIntervals: Codable {
    private enum CodingKeys: String, CodingKey {
        case resend = "resend_s"
        case stop = "stop_s"
        case expire = "expire_s"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            resend: try container.decode(Int.self, forKey: .resend),
            stop: try container.decode(Int.self, forKey: .stop),
            expire: try container.decode(Int.self, forKey: .expire))
    }
}
