import BackendRuntime
import Meetups
import OrbitModels

extension Feature {
    /// The feature that exports meetups to other calendars.
    static let calendar = Feature(
        operations: [ReadMeetupFile.self, CalendarAddresses.self, ReadCalendar.self],
        records: [CalendarAddressRecord.self], events: [.calendarChanged], otherLists: [.calendar],
        limits: [CalendarAddresses.addressLimit.name, ReadCalendar.reading.name])
}
