extension Feature {
    static let profiles = Feature(
        operations: [
            ReadMe.self, UpdateMe.self, ReadPerson.self, UploadPhoto.self, ReadPhoto.self,
        ])
}
