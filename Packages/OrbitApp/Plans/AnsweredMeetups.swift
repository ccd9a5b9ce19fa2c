import Observation
import OrbitModels

/// The meetups of which the user has said how they were: nothing asks about them again, no reminder either.
@MainActor @Observable final class AnsweredMeetups {
    var ids: Set<MeetupID> = []
}
