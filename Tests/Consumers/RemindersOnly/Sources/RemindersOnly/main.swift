import Foundation
import NotificationScheduling
import OrbitModels

let now = Date(timeIntervalSince1970: 1_789_391_400)  // 2026-09-14 13:10 UTC
if let tennis = TimeSpan(start: now.addingTimeInterval(86_400), end: now.addingTimeInterval(90_000)) {
    let fact = NotificationFact(
        NotificationSubject("tennis"), title: "Tennis", at: AnchoredSpan(tennis), isAccepted: true)
    let plan = NotificationPlanner.plan(PlanRequest([fact], zone: .gmt), now: now)
    print(NotificationPlanTable(plan).text(), terminator: "")
}
