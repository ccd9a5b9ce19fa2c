public import Foundation
import OrbitModels

/// What each level asks for.
struct TrustRequirements {
    let level: TrustLevel
    var accountDays = 0
    var kept = 0
    var hostsMet = 0
    var peopleMet = 0
    var hosted = 0
    /// The least ``TrustFacts/reliability``.
    var reliability = 0.0
    /// For how many days an upheld report stands against the level.
    var reportDays = 0

    /// Above newcomer, the lowest first; each asks for no less than the one before.
    static let all = [
        TrustRequirements(
            level: .participant, accountDays: 7, kept: 3, hostsMet: 2, peopleMet: 5, reliability: 0.35, reportDays: 90),
        TrustRequirements(
            level: .trusted, accountDays: 60, kept: 10, hostsMet: 5, peopleMet: 15, reliability: 0.65, reportDays: 365),
        TrustRequirements(
            level: .pillar, accountDays: 180, kept: 30, hostsMet: 10, peopleMet: 40, hosted: 5, reliability: 0.8,
            reportDays: 730),
    ]

    /// What is missing, the first to be done first; empty if the level is reached.
    func missing(from facts: TrustFacts, now: Date) -> [TrustStep] {
        var steps: [TrustStep] = []
        func need(_ code: TrustStepCode, _ remaining: Int) {
            if remaining > 0 { steps.append(TrustStep(code, remaining: remaining, to: level)) }
        }
        if !facts.isCampusVerified { steps.append(TrustStep(.verifyCampus, to: level)) }
        if let last = facts.upheldReports.max() { need(.reportAge, reportDays - days(from: last, to: now)) }
        // A certified host is known to the campus: only proof of belonging, and reports, count for the level below the last.
        if facts.isCertified, level != .pillar { return steps }
        need(.keepMore, kept - facts.keptThatCount)
        need(.meetHosts, hostsMet - facts.hostsMet)
        need(.meetPeople, peopleMet - facts.peopleMet)
        need(.hostMore, hosted - facts.hostedThatCount)
        if facts.reliability < reliability { steps.append(TrustStep(.beReliable, to: level)) }
        need(.accountAge, accountDays - days(from: facts.createdAt, to: now))
        return steps
    }

    /// Whole days, 0 to 100,000; a time in the future is no days ago.
    private func days(from start: Date, to now: Date) -> Int {
        Int(min(max(0, now.timeIntervalSince(start) / 86_400), 100_000))
    }
}

extension TrustStanding {
    /// The standing of a person with these facts.
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
