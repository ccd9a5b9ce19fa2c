public import Foundation

/// The facts that the server knows about a person's conduct, without opinions.
///
/// The server counts all of them; no value is taken from a client. Each person and each host counts once. Repeated
/// meetups with the same few accounts therefore have little effect.
public struct TrustFacts: Codable, Hashable, Sendable {
    /// Whether the person is verified as a member of the campus.
    public var isCampusVerified: Bool
    /// The time at which the account was created.
    public var createdAt: Date
    /// The number of other people's meetups that the person attended as agreed.
    public var kept: Int
    /// The number of kept meetups to which the person came late.
    public var late: Int
    /// The number of meetups that the person cancelled so late that the place could hardly be filled.
    public var cancelledLate: Int
    /// The number of meetups to which the person did not come.
    public var noShow: Int
    /// The number of meetups that the person hosted and that took place, with at least one guest present.
    public var hosted: Int
    /// The number of different hosts of the kept meetups, without the person.
    public var hostsMet: Int
    /// The number of different people that the person has met, at any meetup at which both were checked in.
    public var peopleMet: Int
    /// The times at which reports about the person were upheld, without overturned decisions.
    public var upheldReports: [Date]
    /// Whether the campus has certified the person as a host.
    public var isCertified: Bool

    /// Creates facts. The defaults are those of a new account.
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

    /// The same facts with numbers limited to the range from 0 to a million, so that no sum overflows.
    var limited: TrustFacts {
        func number(_ value: Int) -> Int { min(max(value, 0), 1_000_000) }
        var facts = self
        (facts.kept, facts.late, facts.cancelledLate) = (number(kept), number(late), number(cancelledLate))
        (facts.noShow, facts.hosted) = (number(noShow), number(hosted))
        (facts.hostsMet, facts.peopleMet) = (number(hostsMet), number(peopleMet))
        return facts
    }

    /// The number of kept meetups that count for a level: at most three for each host met.
    var keptThatCount: Int { min(kept, 3 * hostsMet) }

    /// The number of hosted meetups that count for a level: one for every three people met.
    var hostedThatCount: Int { min(hosted, peopleMet / 3) }

    /// A lower bound of the share of appointments that the person keeps. 0 without appointments.
    ///
    /// It is the lower bound of Wilson's interval with 95 % (E. B. Wilson, Probable inference, JASA 22, 1927). A late
    /// cancellation counts half as much as a no-show.
    var reliability: Double {
        let kept = Double(self.kept)
        let all = kept + Double(noShow) + Double(cancelledLate) / 2
        guard all > 0 else { return 0 }
        return Wilson.bounds(share: kept / all, of: all).low
    }
}

extension TrustFacts {
    /// Wilson's score interval of a share.
    enum Wilson {
        /// Returns both bounds of the interval.
        ///
        /// - Parameters:
        ///   - share: The observed share, 0 to 1.
        ///   - count: The number of observations, more than 0.
        ///   - z: The quantile of the normal distribution. The default of 1.96 gives 95 %.
        static func bounds(share: Double, of count: Double, z: Double = 1.96) -> (low: Double, high: Double) {
            let square = z * z / count
            let centre = share + square / 2
            let reach = z * (max(0, share * (1 - share)) / count + square / (4 * count)).squareRoot()
            return (max(0, (centre - reach) / (1 + square)), min(1, (centre + reach) / (1 + square)))
        }
    }
}
