public import Foundation
import OrbitModels

/// The requirements of a level.
struct TrustRequirements {
    let level: TrustLevel
    var accountDays = 0
    var kept = 0
    var hostsMet = 0
    var peopleMet = 0
    var hosted = 0
    /// The minimum of ``TrustFacts/reliability``.
    var reliability = 0.0
    /// The days for which an upheld report prevents the level.
    var reportDays = 0

    /// The requirements of the levels above newcomer, the lowest first. Each requirement is at least that of the level
    /// before.
    static let all = [
        TrustRequirements(
            level: .participant, accountDays: 7, kept: 3, hostsMet: 2, peopleMet: 5, reliability: 0.35, reportDays: 90),
        TrustRequirements(
            level: .trusted, accountDays: 60, kept: 10, hostsMet: 5, peopleMet: 15, reliability: 0.65, reportDays: 365),
        TrustRequirements(
            level: .pillar, accountDays: 180, kept: 30, hostsMet: 10, peopleMet: 40, hosted: 5, reliability: 0.8,
            reportDays: 730),
    ]

    /// Returns the missing steps, the first to take first; empty if the level is reached.
    func missing(from facts: TrustFacts, now: Date) -> [TrustStep] {
        var steps: [TrustStep] = []
        func need(_ code: TrustStepCode, _ remaining: Int) {
            if remaining > 0 { steps.append(TrustStep(code, remaining: remaining, to: level)) }
        }
        if !facts.isCampusVerified { steps.append(TrustStep(.verifyCampus, to: level)) }
        if let last = facts.upheldReports.max() { need(.reportAge, reportDays - days(from: last, to: now)) }
        // The campus knows a certified host. For such a host, only verification and upheld reports count at all levels
        // below the highest.
        if facts.isCertified, level != .pillar { return steps }
        need(.keepMore, kept - facts.keptThatCount)
        need(.meetHosts, hostsMet - facts.hostsMet)
        need(.meetPeople, peopleMet - facts.peopleMet)
        need(.hostMore, hosted - facts.hostedThatCount)
        if facts.reliability < reliability { steps.append(TrustStep(.beReliable, to: level)) }
        need(.accountAge, accountDays - days(from: facts.createdAt, to: now))
        return steps
    }

    /// Returns the whole days between two times, 0 to 100,000. 0 if `start` is in the future.
    private func days(from start: Date, to now: Date) -> Int {
        Int(min(max(0, now.timeIntervalSince(start) / 86_400), 100_000))
    }
}

extension TrustStanding {
    /// Computes the standing of a person from facts.
    public init(of facts: TrustFacts, now: Date) {
        let facts = facts.limited
        var level = TrustLevel.newcomer
        var next: [TrustStep] = []
        for requirements in TrustRequirements.all {
            next = requirements.missing(from: facts, now: now)
            if !next.isEmpty { break }
            level = requirements.level
        }
        self.init(level: level, reasons: Self.reasons(facts, next), nextStep: next.first)
    }

    private static func reasons(_ facts: TrustFacts, _ next: [TrustStep]) -> [TrustReason] {
        var reasons: [TrustReason] = []
        if facts.isCampusVerified { reasons.append(TrustReason(.campusVerified)) }
        if facts.isCertified { reasons.append(TrustReason(.certified)) }
        if facts.kept > 0 { reasons.append(TrustReason(.kept, facts.kept)) }
        if facts.kept >= 5, facts.reliability >= 0.5 { reasons.append(TrustReason(.reliable)) }
        if facts.peopleMet > 0 { reasons.append(TrustReason(.peopleMet, facts.peopleMet)) }
        if facts.hosted > 0 { reasons.append(TrustReason(.hosted, facts.hosted)) }
        if next.contains(where: { $0.code == .beReliable }), facts.noShow + facts.cancelledLate > 0 {
            reasons.append(TrustReason(.unreliable, facts.noShow + facts.cancelledLate))
        }
        if next.contains(where: { $0.code == .reportAge }) { reasons.append(TrustReason(.upheldReport)) }
        return reasons
    }
}
