import Foundation
import OrbitModels
import Safety

extension ContractArea {
    /// `Docs/openapi/mutes.yaml`, `check-ins.yaml` and `sharing.yaml`.
    static let safety = {
        let now = ContractSample.now
        let mute = MutedPerson(userID: "1", name: "Liam", mutedAt: now, until: now, surfaces: [.pokes])
        let contact = CheckInContact(name: "Mum", email: "mum@family.example")
        let checkIn = SafetyCheckIn(
            id: "1", meetupID: "2", dueAt: now, grace: 15, contact: contact, message: "Climbing", sharesPlan: true,
            createdAt: now, alertedAt: now, undeliveredAt: now, isClearing: true, endedAt: now)
        let share = PlanShare(meetupID: "1", createdAt: now)
        let plan = SharedPlan(
            name: "Maya", title: "Climbing", start: now, end: now, timeZone: "UTC", place: Place(name: "Hall"),
            status: .scheduled, safeAt: now, endsAt: now)
        let blocked = BlockedAttendance(meetupID: "1", isAttended: true)
        return ContractArea(
            routes: MuteRoutes.all + CheckInRoutes.all + SharingRoutes.all,
            events: .safety,
            lists: [.mutes, .checkIns, .planShare, .blockedAttendance],
            words: [MuteSurface.self, CheckInState.self],
            full: [
                ("MuteRequest", MuteRequest(until: now)), ("MutedPerson", mute), ("MuteData", Keyed(mute)),
                ("MutesPage", Page([mute], nextCursor: "x")),
                ("CheckInContact", contact),
                (
                    "CheckInEntry",
                    CheckInEntry(meetupID: "1", dueAt: now, contact: contact, message: "x", sharesPlan: true)
                ),
                ("ExtendCheckInRequest", ExtendCheckInRequest(dueAt: now)), ("SafetyCheckIn", checkIn),
                ("CheckInData", Keyed(checkIn)), ("CheckInsPage", Page([checkIn], nextCursor: "x")),
                ("PlanShare", share), ("PlanShareData", Keyed(share)),
                ("NewPlanShare", NewPlanShare(token: ShareToken("x"), share: share)),
                ("ExtendShareRequest", ExtendShareRequest(hours: 4)), ("SharedPlan", plan),
                ("SharedPlanData", Keyed(plan)), ("BlockedAttendance", blocked),
                ("BlockedAttendanceData", Keyed(blocked)),
            ])
    }()
}
