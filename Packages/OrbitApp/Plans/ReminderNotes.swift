import Foundation
import NotificationScheduling
import OrbitModels

extension RemindersModel {
    /// The user's decisions about reminders on this device, and the notifications that they were shown.
    struct ReminderNotes: Codable, Hashable, Sendable {
        var preferences = NotificationPreferences()
        var snoozes: [Snooze] = []
        /// The notifications that were shown.
        var delivered: Set<NotificationIdentifier> = []
        /// The notifications in the centre when this was written, with their times.
        var scheduled: [NotificationIdentifier: Date] = [:]
        /// The meetups that the user has answered about. Neither a question nor a reminder asks about them again.
        var answered: Set<MeetupID> = []

        private enum CodingKeys: String, CodingKey {
            case preferences, snoozes, scheduled, answered
            case delivered = "told"
        }

        /// Returns the notes after a restart. Notifications that are due by now count as shown, and old snoozes are
        /// removed.
        func restored(at now: Date) -> Self {
            var notes = self
            notes.delivered.formUnion(scheduled.filter { $0.value <= now }.keys)
            notes.scheduled = [:]
            notes.snoozes.removeAll { $0.until < now.addingTimeInterval(-86_400) }
            return notes
        }

        /// Returns the stored notes with the decisions that were made before the notes were loaded.
        func following(_ kept: Self) -> Self {
            var notes = kept
            if preferences != NotificationPreferences() { notes.preferences = preferences }
            notes.snoozes += snoozes
            notes.answered.formUnion(answered)
            return notes
        }

        /// Removes the shown notifications of subjects that no longer exist.
        mutating func forgetAll(but entities: Set<String>) {
            delivered = delivered.filter { entities.contains($0.entity) }
        }
    }
}
