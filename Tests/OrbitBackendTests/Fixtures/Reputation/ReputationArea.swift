import Foundation
import OrbitModels
import Reputation
import Trust

extension ContractArea {
    /// `Docs/openapi/reputation.yaml`.
    static let reputation = {
        let reason = TrustReason(.kept, 4)
        let step = TrustStep(.meetPeople, remaining: 3, to: .participant)
        let standing = TrustStanding(level: .newcomer, reasons: [reason], nextStep: step)
        let counts = AttendanceCounts(kept: 4, late: 1, cancelledLate: 1, noShow: 1, hosted: 1)
        let allowed = TrustUnlocks.standard.allowed(at: .newcomer)
        let shown = ReputationStats(
            averageRating: 4.5, ratingLow: 4, ratingHigh: 5, ratersAtLeast: 10, tags: [.friendly], reliability: .high,
            attendedAtLeast: 5, hostedAtLeast: 5, isCertified: true)
        let own = OwnReputation(
            standing: standing, attendance: counts, peopleMet: 5, allowed: allowed, shown: shown)
        let point = SocialPoint(reason: .checkedIn, points: 2, at: ContractSample.now, meetupID: "1")
        let earned = EarnedPoints(number: 1, point: point, total: 2)
        let expected = ExpectedAttendance(expected: 9, low: 7, high: 11)
        return ContractArea(
            routes: StandingRoutes.all,
            words: [
                TrustLevel.self, TrustReasonCode.self, TrustStepCode.self, SocialPointReason.self, Reliability.self,
            ],
            full: [
                ("OwnReputation", own), ("OwnReputationData", Keyed(own)), ("TrustStanding", standing),
                ("TrustReason", reason), ("TrustStep", step), ("TrustPermissions", allowed),
                ("AttendanceCounts", counts), ("ReputationStats", shown), ("ReputationData", Keyed(shown)),
                ("EarnedPoints", earned), ("PointsPage", Page([earned], nextCursor: "x")), ("SocialPoint", point),
                ("AttendanceHint", AttendanceHint(expected: expected)), ("ExpectedAttendance", expected),
            ])
    }()
}
