import BackendRuntime
import OrbitModels
import Reputation

extension Feature {
    static let reputation = Feature(
        operations: [
            GiveRating.self, ListRatings.self, ListDueRatings.self, ConfirmMeeting.self,
            ReadReputation.self, ExpectAttendance.self,
        ],
        records: [
            RatingRecord.self, ErasedRaterConfirmationRecord.self, MeetingConfirmationRecord.self, AvoidanceRecord.self,
            AttendanceStatisticsRecord.self, PointRecord.self, PublishedRatingsRecord.self,
        ],
        events: EventCatalogue.ratings.kinds.subtracting([.personChanged]),
        lists: PeopleLists(
            [.dueRatings, .givenRatings, .receivedRatings], returning: [.dueRatings, .givenRatings, .receivedRatings],
            holders: RatingRecord.holders, presenceHolders: PastMeeting.metPeople,
            mayHold: { owner, person, reader, now in
                try RatingRecord.holders(of: person, in: reader, now: now).contains(owner)
                    || MeetingConfirmationRecord.confirmations(by: person, in: reader, now: now).contains {
                        $0.otherID == owner
                    }
            }),
        otherLists: [.ownReputation, .points],
        limits: [GiveRating.ratingLimit.name, GiveRating.editLimit.name, ConfirmMeeting.statementLimit.name])
}
