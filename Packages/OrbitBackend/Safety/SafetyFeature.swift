import BackendRuntime
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
            ContactOptOut.self,
            SharePlan.self,
            ReadSharedPlan.self,
            ReadBlockedAttendance.self,
        ],
        records: [
            MuteRecord.self,
            CheckInRecord.self,
            SharedPlanRecord.self,
            ModerationHistoryRecord.self,
            AlertRecord.self,
            ContactRecord.self,
        ],
        events: EventCatalogue.safety.kinds,
        lists: PeopleLists(
            [.mutes], returning: [.mutes],
            presenceHolders: { person, reader, _ in try MuteRecord.owners(of: person, in: reader) },
            mayHold: { owner, person, reader, _ in
                try reader.get(MuteRecord.self, MuteRecord.key(owner, person)) != nil
            }),
        otherLists: [.checkIns, .planShare, .blockedAttendance],
        limits: [
            MutePeople.muting.name, SetCheckIns.setting.name, SetCheckIns.settingForOne.name,
            SetCheckIns.extending.name, AlertContacts.perPerson.name, AlertContacts.perAddress.name,
            SharePlan.shareLimit.name, ReadSharedPlan.reading.name,
        ],
        onBlock: { pair, _, transaction in try SharedPlanRecord.end(between: pair, in: transaction) })
}
