import Foundation
import NotificationScheduling
import OrbitModels

extension RemindersModel {
    /// What the user has decided about reminders on this device, and what they were shown.
    struct ReminderNotes: Codable, Hashable, Sendable {
        var preferences = NotificationPreferences()
        var snoozes: [Snooze] = []
        /// What was shown.
        var told: Set<NotificationIdentifier> = []
        /// What the centre held when this was written, with its time.
        var scheduled: [NotificationIdentifier: Date] = [:]
        /// The meetups of which the user has said how they were: nothing asks about them again, no reminder either.
        var answered: Set<MeetupID> = []

        /// After a restart: what is due by then was shown, and what is long past is forgotten.
        func restored(at now: Date) -> Self {
            var notes = self
            notes.told.formUnion(scheduled.filter { $0.value <= now }.keys)
            notes.scheduled = [:]
            notes.snoozes.removeAll { $0.until < now.addingTimeInterval(-86_400) }
            return notes
        }

        /// With what was decided before these could be read.
        func following(_ kept: Self) -> Self {
            var notes = kept
            if preferences != NotificationPreferences() { notes.preferences = preferences }
            notes.snoozes += snoozes
            notes.answered.formUnion(answered)
            return notes
        }

        /// Without what was shown of subjects that there are no more.
        mutating func forgetAll(but entities: Set<String>) {
            told = told.filter { entities.contains($0.entity) }
        }
    }
}
