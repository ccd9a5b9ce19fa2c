import BackendRuntime
import Meetups
import OrbitModels

extension Feature {
    /// Meetups for other calendars.
    static let calendar = Feature(
        operations: [ReadMeetupFile.self, CalendarAddresses.self, ReadCalendar.self],
        records: [CalendarAddressRecord.self], events: [.calendarChanged], otherLists: [.calendar],
        limits: ["calendar-addresses", "calendar-readings"])
}
