/** Words of a sentence that only adds an error to the previous sentence: "otherwise you get 409". */
export const answerWords: ReadonlySet<string> = new Set(
  'a an and answer answered answers any api are as back beyond body by call caller calls case client code conflict does do else end ends error fail fails for from get gets give gives had has have if in instead is it it’s kind not of on one or other others otherwise receive receives refused rejected reason request requests respond responds response result results return returned returns see sees server so status such that the then there they this those we will with would you which'.split(
    ' ',
  ),
);
