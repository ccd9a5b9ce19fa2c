import Foundation
import Meetups
import OrbitModels
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
        due: [CheckInRecord.self, AlertRecord.self],
        part: { pair, context, transaction in
            try AlertContacts(context: context, transaction: transaction).part(pair)
            try SharedPlanRecord.end(between: pair, in: transaction)
        })
}
