import Meetups
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/calendar.yaml`.
    static let calendar = ContractArea(
        routes: MeetupCalendarRoutes.all, lists: [.calendar],
        full: [
            ("CalendarFeed", CalendarFeed(createdAt: ContractSample.now)),
            ("NewCalendarAddress", NewCalendarAddress(token: CalendarToken("x"), createdAt: ContractSample.now)),
        ])
}
