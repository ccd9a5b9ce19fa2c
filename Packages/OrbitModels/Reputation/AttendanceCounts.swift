/// How often a person has kept what they had agreed to. Facts, apart from what anyone thinks of the person.
public struct AttendanceCounts: Codable, Hashable, Sendable {
    /// Meetups of others that the person came to, late ones included.
    public var kept = 0
    /// Those of them that the person came late to.
    public var late = 0
    /// Cancelled so late that the place could hardly be filled, as a guest or as the host.
    public var cancelledLate = 0
    /// Meetups that took place without the person, who had said that they come.
    public var noShow = 0
    /// Meetups that the person has hosted and a guest has come to.
    public var hosted = 0

    /// Counts nothing yet.
    public init(kept: Int = 0, late: Int = 0, cancelledLate: Int = 0, noShow: Int = 0, hosted: Int = 0) {
        (self.kept, self.late, self.cancelledLate) = (kept, late, cancelledLate)
        (self.noShow, self.hosted) = (noShow, hosted)
    }

    /// What was agreed to and not kept.
    public var broken: Int { cancelledLate + noShow }

    /// All meetups that have come to something.
    public var total: Int { kept + hosted + broken }

    private enum CodingKeys: String, CodingKey {
        case kept, late, hosted
        case cancelledLate = "cancelled_late"
        case noShow = "no_show"
    }
}
