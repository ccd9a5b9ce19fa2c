import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Safety

extension Feature {
    static let safety = Feature(
        operations: [
            MutePeople.self,
            SetCheckIns.self,
            RefuseMessages.self,
            SharePlan.self,
            ReadSharedPlan.self,
            ReadBlockedAttendance.self,
        ],
        expiring: [
            MuteRecord.self,
            CheckInRecord.self,
            SharedPlanRecord.self,
        ],
        records: [
            ConductRecord.self,
            AlertRecord.self,
            ContactRecord.self,
        ],
        listsOfPeople: [
            .mutes
        ],
        listsOfPeopleWhoReturn: [
            .mutes
        ],
        quietHolders: { person, reader, _ in try MuteRecord.owners(of: person, in: reader) },
        mayHold: { owner, person, reader, _ in
            try reader.get(MuteRecord.self, MuteRecord.key(owner, person)) != nil
        },
        due: [CheckInRecord.self, AlertRecord.self],
        part: { pair, _, transaction in try SharedPlanRecord.end(between: pair, in: transaction) })
}
