public import Foundation

/// What the server knows of a person's conduct: facts, apart from all opinions.
///
/// Everything is counted by the server; nothing is taken from a client. People and hosts are counted once each, so that
/// many meetups with the same few accounts count for little.
public struct TrustFacts: Codable, Hashable, Sendable {
    /// Whether the person has proved to belong to the campus.
    public var isCampusVerified: Bool
    /// When the account was created.
    public var createdAt: Date
    /// Meetups of others that the person attended as agreed.
    public var kept: Int
    /// Of the kept ones, those to which the person came late.
    public var late: Int
    /// Meetups cancelled so late that the place could hardly be filled.
    public var cancelledLate: Int
    /// Meetups to which the person did not come.
    public var noShow: Int
    /// Meetups that the person hosted and that took place, with at least one guest who was there.
    public var hosted: Int
    /// The different hosts of the kept meetups, the person not included.
    public var hostsMet: Int
    /// The different people the person has met, at any meetup at which both were checked in.
    public var peopleMet: Int
    /// When reports about the person were upheld. One that was overturned is not among them.
    public var upheldReports: [Date]
    /// Whether the campus has certified the person as a host.
    public var isCertified: Bool

    /// Creates facts; those that are left out are those of a new account.
    public init(
        isCampusVerified: Bool = false, createdAt: Date, kept: Int = 0, late: Int = 0, cancelledLate: Int = 0,
        noShow: Int = 0, hosted: Int = 0, hostsMet: Int = 0, peopleMet: Int = 0, upheldReports: [Date] = [],
        isCertified: Bool = false
    ) {
        (self.isCampusVerified, self.createdAt, self.isCertified) = (isCampusVerified, createdAt, isCertified)
        (self.kept, self.late, self.cancelledLate, self.noShow) = (kept, late, cancelledLate, noShow)
        (self.hosted, self.hostsMet, self.peopleMet, self.upheldReports) = (hosted, hostsMet, peopleMet, upheldReports)
    }

    private enum CodingKeys: String, CodingKey {
        case kept, late, hosted
        case isCampusVerified = "is_campus_verified"
        case createdAt = "created_at"
        case cancelledLate = "cancelled_late"
        case noShow = "no_show"
        case hostsMet = "hosts_met"
        case peopleMet = "people_met"
        case upheldReports = "upheld_reports"
        case isCertified = "is_certified"
    }

    /// The same with numbers from 0 to a million, so that no sum overflows.
    var limited: TrustFacts {
        func number(_ value: Int) -> Int { min(max(value, 0), 1_000_000) }
        var facts = self
        (facts.kept, facts.late, facts.cancelledLate) = (number(kept), number(late), number(cancelledLate))
        (facts.noShow, facts.hosted) = (number(noShow), number(hosted))
        (facts.hostsMet, facts.peopleMet) = (number(hostsMet), number(peopleMet))
        return facts
    }

    /// Kept meetups, of one host at most three: those that count for a level.
    var keptThatCount: Int { min(kept, 3 * hostsMet) }

    /// Hosted meetups that count for a level: one for every three people met.
    var hostedThatCount: Int { min(hosted, peopleMet / 3) }

    /// The share of appointments that the person keeps, at the least: the lower bound of Wilson's interval with 95 %
    /// (E. B. Wilson, Probable inference, JASA 22, 1927). A late cancellation counts half as much as a no-show. 0
    /// without appointments.
    var reliability: Double {
        let kept = Double(self.kept)
        let all = kept + Double(noShow) + Double(cancelledLate) / 2
        guard all > 0 else { return 0 }
        return Wilson.bounds(share: kept / all, of: all).low
    }
}

extension TrustFacts {
    /// Wilson's interval of a share.
    enum Wilson {
        /// Both bounds, with 95 % unless told; for a share from 0 to 1 of a positive number.
        static func bounds(share: Double, of count: Double, z: Double = 1.96) -> (low: Double, high: Double) {
            let square = z * z / count
            let centre = share + square / 2
            let reach = z * (max(0, share * (1 - share)) / count + square / (4 * count)).squareRoot()
            return (max(0, (centre - reach) / (1 + square)), min(1, (centre + reach) / (1 + square)))
        }
    }
}
