import BackendRuntime
import OrbitModels
import Profiles

extension Feature {
    static let profiles = Feature(
        operations: [
            ReadMe.self, UpdateMe.self, ReadPerson.self, UploadPhoto.self, ReadPhoto.self,
        ],
        records: [AccountRecord.self, PhotoRecord.self, ProfileFanOutJob.self],
        events: EventCatalogue.profiles.kinds, otherLists: [.profile], limits: [UploadPhoto.sending.name])
}
