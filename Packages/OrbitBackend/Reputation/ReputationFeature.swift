import Reputation

extension Feature {
    static let reputation = Feature(
        operations: [
            GiveRating.self, ListRatings.self, ListDueRatings.self, ConfirmMeeting.self,
            ReadReputation.self, ExpectAttendance.self,
        ],
        expiring: [RatingRecord.self, ConfirmationRecord.self, MetRecord.self],
        records: [ApartRecord.self, AttendanceRecord.self, PointRecord.self, PublishedRatingsRecord.self],
        listsOfPeople: [.dueRatings, .givenRatings, .receivedRatings],
        listsOfPeopleWhoReturn: [.dueRatings, .givenRatings, .receivedRatings],
        holders: RatingRecord.holders,
        quietHolders: PastMeeting.companions,
        mayHold: { owner, person, reader, now in
            try RatingRecord.holders(of: person, in: reader, now: now).contains(owner)
                || MetRecord.said(by: person, in: reader, now: now).contains { $0.otherID == owner }
        },
        due: [RatingRecord.self, PublishedRatingsRecord.self])
}
